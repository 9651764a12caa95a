import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import sharp, { type Sharp } from 'sharp';

/**
 * `npm run icons`: creates the app's icons and the pictures of the installers from the icon of the window. The created
 * files are in the repository, so that a build needs no drawing tools.
 */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const svg = await readFile(here('../renderer/icon.svg'));

const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
const DARK = '#191919';
const PAPER = '#f2f2f2';
const ACCENT = '#8ab4f8';

const icon = (size: number) =>
  sharp(svg, { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ compressionLevel: 9 });

/** Returns an ICO file: a table of the pictures, then the pictures. */
async function ico(sizes: readonly number[]): Promise<Buffer> {
  const pictures = await Promise.all(sizes.map((size) => icon(size).toBuffer()));
  const [head, row] = [6, 16];
  const table = Buffer.alloc(head + row * sizes.length);
  table.writeUInt16LE(1, 2);
  table.writeUInt16LE(sizes.length, 4);
  let at = table.length;
  for (const [index, size] of sizes.entries()) {
    const here = head + row * index;
    const length = pictures[index]?.length ?? 0;
    // a size of 256 does not fit in a byte and is written as 0
    table.writeUInt8(size % 256, here);
    table.writeUInt8(size % 256, here + 1);
    table.writeUInt16LE(1, here + 4);
    table.writeUInt16LE(32, here + 6);
    table.writeUInt32LE(length, here + 8);
    table.writeUInt32LE(at, here + 12);
    at += length;
  }
  return Buffer.concat([table, ...pictures]);
}

/** Types of the pictures in an ICNS file, with their sizes in px. */
const macSizes = {
  icp4: 16,
  icp5: 32,
  ic11: 32,
  ic12: 64,
  ic07: 128,
  ic13: 256,
  ic08: 256,
  ic14: 512,
  ic09: 512,
  ic10: 1024,
} as const;

/** Returns an ICNS file (the icon format of macOS): a list of pictures, each with its type and length. */
async function icns(): Promise<Buffer> {
  const large = await macIcon();
  const parts = Object.entries(macSizes).map(async ([name, size]) =>
    part(name, await sharp(large).resize(size).png({ compressionLevel: 9 }).toBuffer()),
  );
  return part('icns', Buffer.concat(await Promise.all(parts)));
}

function part(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32BE(head.length + content.length, 4);
  return Buffer.concat([head, content]);
}

/** Returns the icon in the style of macOS: a tile with a margin and a shadow. */
async function macIcon(): Promise<Buffer> {
  const [size, tile] = [1024, 824];
  const margin = (size - tile) / 2;
  const shadow = svgOf(
    size,
    size,
    `<rect x="${margin}" y="${margin + 12}" width="${tile}" height="${tile}" rx="${(tile * 7) / 32}" opacity="0.35" />`,
  );
  return sharp({ create: { width: size, height: size, channels: 4, background: transparent } })
    .composite([
      { input: await sharp(shadow).blur(14).png().toBuffer() },
      { input: await icon(tile).toBuffer(), left: margin, top: margin },
    ])
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** Background of the disk image: an arrow from the app's icon to the Applications folder. */
const diskImage = svgOf(
  540,
  380,
  `<rect width="540" height="380" fill="${PAPER}" />
  <path d="M226 200h76m-22-22 22 22-22 22" fill="none" stroke="#9a9a9a" stroke-width="6" stroke-linecap="round" stroke-linejoin="round" />
  <rect width="540" height="6" fill="${ACCENT}" />`,
);

/**
 * Picture beside the first and the last page of the Windows installer: rows of photographic slides, one of them bright.
 */
const sidebar = svgOf(
  164,
  314,
  `<rect width="164" height="314" fill="${DARK}" />
  ${[0, 1, 2, 3]
    .map((row) => {
      const y = 150 + row * 38;
      return [0, 1, 2]
        .map((column) => {
          const isBright = row === 1 && column === 1;
          return `<rect x="${20 + column * 44}" y="${y}" width="36" height="30" rx="3" fill="${isBright ? ACCENT : '#2c2c2c'}" />`;
        })
        .join('');
    })
    .join('')}`,
);

const header = svgOf(150, 57, `<rect width="150" height="57" fill="#ffffff" />`);

function svgOf(width: number, height: number, content: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`,
  );
}

/** Returns a picture in the format of the Windows installer: a 24-bit bitmap whose rows start at the bottom. */
async function bitmap(picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const row = Math.ceil((width * 3) / 4) * 4;
  const head = 54;
  const file = Buffer.alloc(head + row * height);
  file.write('BM', 0, 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(head, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  file.writeUInt32LE(row * height, 34);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = (y * width + x) * 3;
      // a bitmap stores blue, green, red
      file.writeUIntBE(data.readUIntLE(from, 3), head + (height - 1 - y) * row + x * 3, 3);
    }
  }
  return file;
}

await mkdir(here('art/linux'), { recursive: true });
await writeFile(here('art/app.ico'), await ico([16, 24, 32, 48, 64, 128, 256]));
await writeFile(here('art/app.icns'), await icns());
for (const size of [16, 32, 48, 64, 128, 256, 512]) {
  await icon(size).toFile(here(`art/linux/${size}x${size}.png`));
}
await sharp(diskImage).png().toFile(here('art/dmg.png'));
await sharp(diskImage, { density: 144 }).png().toFile(here('art/dmg@2x.png'));
const withIcon = async (picture: Buffer, size: number, left: number, top: number) =>
  sharp(picture).composite([{ input: await icon(size).toBuffer(), left, top }]);
await writeFile(here('art/installer-header.bmp'), await bitmap(await withIcon(header, 41, 101, 8)));
await writeFile(
  here('art/installer-sidebar.bmp'),
  await bitmap(await withIcon(sidebar, 84, 40, 36)),
);

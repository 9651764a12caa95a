import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { daySheet } from './day-sheet-text.ts';
import { forAll } from '../../test/fixtures/property.ts';

const line = { path: '/photos/drop', recipe: 'White', done: 3, failed: 1, images: 12 };

const words = {
  head: ['Tag', 'Überwachter Ordner', 'Rezept', 'Fertig', 'Fehlgeschlagen', 'Bilder'],
  byHand: '(von Hand, einzeln)',
  all: 'Alle',
} as const;

/** Parses RFC 4180 the way a spreadsheet does. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (let at = 0; at < text.length; at += 2) {
    const row: string[] = [];
    for (;;) {
      const quoted = /^"((?:[^"]|"")*)"/.exec(text.slice(at));
      const raw = quoted?.[0] ?? /^[^,\r\n]*/.exec(text.slice(at))?.[0] ?? '';
      row.push(quoted?.[1]?.replaceAll('""', '"') ?? raw);
      at += raw.length;
      if (text[at] !== ',') break;
      at += 1;
    }
    expect(text.slice(at, at + 2)).toBe('\r\n');
    rows.push(row);
  }
  return rows;
}

describe('the day sheet', () => {
  it('has a line for each folder and a line with the totals', () => {
    const other = { ...line, path: null, recipe: 'Black', done: 1, failed: 0 };
    expect(daySheet('2026-11-21', [line, other], words).split('\r\n')).toEqual([
      'Tag,Überwachter Ordner,Rezept,Fertig,Fehlgeschlagen,Bilder',
      '2026-11-21,/photos/drop,White,3,1,12',
      '2026-11-21,"(von Hand, einzeln)",Black,1,0,12',
      '2026-11-21,Alle,,4,1,24',
      '',
    ]);
  });

  it('contains every folder and recipe name, but a spreadsheet never reads a name as a formula', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('=1+1', '@x', '-2', '+3', '\t=1', ' =cmd', '"a",b', 'a\r\nb', '\r=1', ''),
    );
    forAll([text, text], (path, recipe) => {
      const rows = readCsv(daySheet('2026-11-21', [{ ...line, path, recipe }], words));
      expect(rows).toHaveLength(3);
      for (const [at, written] of [path, recipe].entries()) {
        const read = rows[1]?.[at + 1] ?? '';
        expect([written, `'${written}`]).toContain(read);
        expect(read.trimStart()).not.toMatch(/^[=+\-@]/);
      }
    });
  });
});

import { BlockList, isIP } from 'node:net';

/** Addresses and networks that the user has entered. */
export interface AddressList {
  readonly isEmpty: boolean;
  /** Checks whether the list contains this address, in any notation. */
  has(address: string): boolean;
}

const LONGEST = { 4: 32, 6: 128 } as const;

/**
 * Reads addresses and networks (`192.0.2.7`, `2001:db8::/32`); `wrong` contains the lines that are
 * neither.
 */
export function readAddressList(lines: readonly string[]): {
  readonly list: AddressList;
  readonly wrong: readonly string[];
} {
  const rules = new BlockList();
  const wrong = lines.filter((line) => !add(rules, line.trim()));
  return {
    list: {
      isEmpty: wrong.length === lines.length,
      has(text) {
        const address = plainAddress(text);
        return address !== null && rules.check(address, familyOf(address));
      },
    },
    wrong,
  };
}

/**
 * Returns an address in a form that can be compared: without its zone, and as IPv4 if it is an
 * IPv4-mapped IPv6 address (`::ffff:192.0.2.7`). Null if the text is not an address.
 */
export function plainAddress(text: string): string | null {
  const address = text.replace(/%.*$/, '');
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  const plain = mapped !== undefined && isIP(mapped) === 4 ? mapped : address;
  return isIP(plain) === 0 ? null : plain;
}

function add(rules: BlockList, line: string): boolean {
  const [text = '', bits, ...more] = line.split('/');
  const address = plainAddress(text);
  if (address === null || more.length > 0) return false;
  if (bits === undefined) {
    rules.addAddress(address, familyOf(address));
    return true;
  }
  // an IPv4-mapped address with a prefix is refused, because its prefix would count the bits of the IPv6 address,
  // which users would not expect
  if (address !== text || !/^\d{1,3}$/.test(bits)) return false;
  const prefix = Number(bits);
  if (prefix > LONGEST[isIP(address) === 4 ? 4 : 6]) return false;
  rules.addSubnet(address, prefix, familyOf(address));
  return true;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 4 ? 'ipv4' : 'ipv6';
}

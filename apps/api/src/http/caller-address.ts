import { isIP, isIPv4, isIPv6 } from 'node:net';
import { type RequestOrigin } from './loopback.js';

/** Number of trusted proxies; true: all of them, false: none. */
export type ProxyTrust = boolean | number;

/**
 * Address of the caller. Each proxy appends its caller to X-Forwarded-For, so the entry that the outermost trusted proxy
 * wrote is counted from the right. The entries to the left of it may be forged.
 */
export function callerAddress(req: Pick<RequestOrigin, 'headers' | 'socket'>, trust: ProxyTrust): string {
  const direct = bareAddress(req.socket.remoteAddress ?? '');
  const hops = trust === true ? Infinity : Number(trust);
  const chain = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .toReversed();
  const given = hops > 0 ? bareAddress(chain[Math.min(hops, chain.length) - 1] ?? '') : '';
  return isIP(given) === 0 ? direct : given;
}

/** Without brackets, the port and the zone; an IPv4 address inside IPv6 (`::ffff:1.2.3.4`) as IPv4. */
function bareAddress(text: string): string {
  const trimmed = text.trim();
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(trimmed) ?? [];
  const [, withPort] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(trimmed) ?? [];
  const address = (inBrackets ?? withPort ?? trimmed).replace(/%.*$/, '');
  return isIPv6(address) ? (mappedIPv4(address) ?? address) : address;
}

function mappedIPv4(address: string): string | null {
  const groups = groupsOf(address);
  if (groups.slice(0, 5).some((group) => group !== 0) || groups[5] !== 0xff_ff) return null;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const { hostname } = new URL(`http://[${address}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const numbers = (text: string | undefined): number[] =>
    text === undefined || text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [numbers(head), numbers(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}

/**
 * What limits count as one caller: an IPv4 address, a /64 of IPv6 (a subscriber has at least that), and the machine
 * itself, which may use any of its loopback addresses.
 */
export function limitKey(address: string): string {
  if (isIPv4(address)) return address.startsWith('127.') ? 'loopback' : address;
  if (!isIPv6(address)) return 'unknown';
  const groups = groupsOf(address);
  if (groups.slice(0, 7).every((group) => group === 0) && groups[7] === 1) return 'loopback';
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

import { PlaylistError } from './playlist-error.js';
import { type SegmentKey } from './media-playlist.js';

/**
 * The key in force after an EXT-X-KEY tag, null for clear media. A tag replaces the key of its own KEYFORMAT only; of several that
 * stand beside each other, the one that we can undo (AES-128 with a plain key) wins. Source: RFC 8216 section 4.3.2.4.
 */
export function keyOf(attributes: ReadonlyMap<string, string>, inForce: Map<string, SegmentKey>): SegmentKey | null {
  const method = attributes.get('METHOD') ?? '';
  if (method === 'NONE') { inForce.clear(); return null; }
  const format = attributes.get('KEYFORMAT') ?? 'identity';
  const plain = method === 'AES-128' && format === 'identity';
  const uri = attributes.get('URI') ?? '';
  if (plain && uri === '') throw new PlaylistError('bad-tag', 'EXT-X-KEY with METHOD=AES-128 has no URI.');
  inForce.set(format, { method: plain ? 'AES-128' : 'unsupported', name: format === 'identity' ? method : `${method} (${format})`, uri, iv: ivOf(attributes.get('IV')) });
  const all = [...inForce.values()];
  return all.find((key) => key.method === 'AES-128') ?? all[0] ?? null;
}

function ivOf(text: string | undefined): Uint8Array | null {
  if (text === undefined) return null;
  if (!/^0[xX][0-9a-fA-F]{1,32}$/.test(text)) throw new PlaylistError('bad-tag', 'The IV of EXT-X-KEY is not a 128-bit hexadecimal number.');
  return Buffer.from(text.slice(2).padStart(32, '0'), 'hex');
}

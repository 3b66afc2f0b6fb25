import { PlaylistError } from './playlist-error.js';
import { type SegmentKey } from './media-playlist.js';

/**
 * The key in force after an EXT-X-KEY tag, null for clear media. A tag replaces the key of its own KEYFORMAT only; of
 * several that stand beside each other, the one that we can undo (AES-128 with a plain key) wins. Source: RFC 8216
 * section 4.3.2.4.
 */
export function keyOf(attributes: ReadonlyMap<string, string>, inForce: Map<string, SegmentKey>): SegmentKey | null {
  if (attributes.get('METHOD') === 'NONE') {
    inForce.clear();
    return null;
  }
  const format = attributes.get('KEYFORMAT') ?? 'identity';
  inForce.set(format, readKey(attributes, format));
  const all = [...inForce.values()];
  return all.find((key) => key.method === 'AES-128') ?? all[0] ?? null;
}

function readKey(attributes: ReadonlyMap<string, string>, format: string): SegmentKey {
  const method = attributes.get('METHOD') ?? '';
  const uri = attributes.get('URI') ?? '';
  const iv = ivOf(attributes.get('IV'));
  if (format !== 'identity') return { method: 'unsupported', name: `${method} (${format})`, uri, iv };
  if (method !== 'AES-128') return { method: 'unsupported', name: method, uri, iv };
  if (uri === '') throw new PlaylistError('bad-tag', 'EXT-X-KEY with METHOD=AES-128 has no URI.');
  return { method, name: method, uri, iv };
}

function ivOf(text: string | undefined): Uint8Array | null {
  if (text === undefined) return null;
  if (!/^0[xX][0-9a-fA-F]{1,32}$/.test(text))
    throw new PlaylistError('bad-tag', 'The IV of EXT-X-KEY is not a 128-bit hexadecimal number.');
  return Buffer.from(text.slice(2).padStart(32, '0'), 'hex');
}

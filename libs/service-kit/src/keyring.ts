import { UserError } from '#libs/errors';
import { message } from '#libs/messages';
import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { type SealKey, Sealer } from './sealer.js';

const KEY_BYTES = 32;
const ENTRY = /^(?:(?:([a-z0-9-]+)\/)?([A-Za-z0-9_-]{1,16}):)?([0-9a-fA-F]{64}|[A-Za-z0-9+/_-]{43}=?)$/;

/** A purpose always has a key. */
type Keys<K> = readonly [newest: K, ...older: K[]];
interface Entry {
  readonly id: string;
  readonly bytes: Buffer;
  /** Null for a root key; otherwise the only purpose of this derived key. */
  readonly purpose: string | null;
}

/**
 * The operator's keys for sealing and signing. The first key seals, all keys open, so the operator rotates keys by
 * adding a new one at the top. Each purpose has its own keys, derived with HKDF-SHA256 (RFC 5869): a worker that has
 * the keys of one purpose can open nothing else.
 */
export class Keyring {
  private constructor(private readonly entries: readonly Entry[]) {}

  /**
   * Parses a keyring.
   * @param text entries separated by white space or commas: `<id>:<32 bytes, base64 or hex>`, the bare 32 bytes (its id
   *   is derived from its hash), or `<purpose>/<id>:<bytes>` from {@link Keyring.derivedEntry}. A line that starts with
   *   # is a comment
   * @throws UserError `bad-keyring` - empty, or with an invalid entry; the message never contains a key
   */
  static parse(text: string): Keyring {
    const parts = text
      .split('\n')
      .filter((line) => !line.trim().startsWith('#'))
      .join('\n')
      .split(/[\s,]+/)
      .filter((w) => w !== '');
    if (parts.length === 0) throw new UserError(message('error.bad-keyring.empty'));
    const entries = parts.map(readEntry);
    const ids = new Set(entries.map((e) => `${e.purpose ?? ''}/${e.id}`));
    if (ids.size < entries.length) throw new UserError(message('error.bad-keyring.same-id'));
    return new Keyring(entries);
  }

  /** Creates a keyring entry, to be written to a file of mode 0600 and shown once. */
  static newEntry(): string {
    const bytes = randomBytes(KEY_BYTES);
    return `${idOf(bytes)}:${bytes.toString('base64')}`;
  }

  /** Seals and opens secrets of one kind: `channel-credentials`, `export-target` ... */
  purpose(purpose: string): Sealer {
    return new Sealer(purpose, this.keysFor(purpose));
  }

  /**
   * Signing keys of one purpose, 32 bytes each: the first signs, all verify.
   * @throws UserError `bad-keyring` - no key for this purpose
   */
  signingKeys(purpose: string): Keys<Buffer> {
    const [newest, ...older] = this.keysFor(purpose);
    return [newest.bytes, ...older.map((k) => k.bytes)];
  }

  /** Keyring text for a worker that may open only this purpose. */
  derivedEntry(purpose: string): string {
    return this.keysFor(purpose)
      .map((k) => `${purpose}/${k.id}:${k.bytes.toString('base64')}`)
      .join('\n');
  }

  private keysFor(purpose: string): Keys<SealKey> {
    const [newest, ...older] = this.entries.flatMap(({ id, bytes, purpose: only }) => {
      if (only === null)
        return [{ id, bytes: Buffer.from(hkdfSync('sha256', bytes, 'vodkeep', `vodkeep/v1/${purpose}`, KEY_BYTES)) }];
      return only === purpose ? [{ id, bytes }] : [];
    });
    if (!newest) throw new UserError(message('error.bad-keyring.no-purpose', { purpose }));
    return [newest, ...older];
  }
}

function readEntry(entry: string, index: number): Entry {
  const [, purpose, id, text] = ENTRY.exec(entry) ?? [];
  const bytes = text === undefined ? Buffer.alloc(0) : Buffer.from(text, text.length === 64 ? 'hex' : 'base64');
  if (bytes.length !== KEY_BYTES) throw new UserError(message('error.bad-keyring.entry', { n: index + 1 }));
  return { id: id ?? idOf(bytes), bytes, purpose: purpose ?? null };
}

const idOf = (bytes: Buffer): string =>
  createHash('sha256').update('vodkeep-key-id').update(bytes).digest('hex').slice(0, 8);

import { type Channel } from '#libs/contracts';

/** What the form's inputs hold: text and switches only; the contract's schema makes numbers and lists of them. */
export interface ChannelValues {
  url: string; displayName: string; internalName: string; quality: string; no_capture: boolean; no_cleanup: boolean; nearest_below: boolean;
  priority: string; grace_s: string; poll_s: string; stale_targets: string; max_storage: string; max_vods: string;
}

export const CHANNEL_FIELDS = ['url', 'displayName', 'internalName', 'quality', 'no_capture', 'no_cleanup', 'nearest_below', 'priority', 'grace_s', 'poll_s', 'stale_targets', 'max_storage', 'max_vods'] as const satisfies readonly (keyof ChannelValues)[];

export const NEW_CHANNEL: ChannelValues = { url: '', displayName: '', internalName: '', quality: '', no_capture: false, no_cleanup: false, nearest_below: false, priority: '', grace_s: '', poll_s: '', stale_targets: '', max_storage: '', max_vods: '' };

const text = (n: number | null): string => (n === null ? '' : String(n));

export function valuesOf(c: Channel): ChannelValues {
  return {
    url: c.url, displayName: c.displayName, internalName: c.internalName, quality: c.quality.join(' '), no_capture: c.no_capture, no_cleanup: c.no_cleanup, nearest_below: c.nearest_below,
    priority: String(c.priority), grace_s: text(c.grace_s), poll_s: text(c.poll_s), stale_targets: text(c.stale_targets), max_storage: String(c.max_storage), max_vods: String(c.max_vods),
  };
}

const NUMBERS = ['priority', 'grace_s', 'poll_s', 'stale_targets', 'max_storage', 'max_vods'] as const;
/** Empty means "as the server's setting says", which the wire writes as null. */
const NULLABLE: readonly string[] = ['grace_s', 'poll_s', 'stale_targets'];

/** The body for the server: empty fields are left out, or null where empty has a meaning; text that is no number stays for the schema to refuse. */
export function bodyOf(values: Partial<ChannelValues>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'boolean') body[key] = value;
    else if (value.trim() !== '') body[key] = NUMBERS.some((n) => n === key) && !Number.isNaN(Number(value)) ? Number(value) : value.trim();
    else if (NULLABLE.includes(key)) body[key] = null;
  }
  return body;
}

/** Only what the person changed: a PUT leaves the rest as it is. A cleared quality goes out as an empty list. */
export function changesOf(values: ChannelValues, before: ChannelValues): Record<string, unknown> {
  const changed = CHANNEL_FIELDS.filter((k) => values[k] !== before[k]);
  const body = bodyOf(Object.fromEntries(changed.map((k) => [k, values[k]])));
  if (changed.includes('quality') && values.quality.trim() === '') body['quality'] = [];
  return body;
}

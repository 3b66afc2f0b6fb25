import {
  type ChannelEditState,
  type ChannelKind,
  HLS_KIND,
  isSiteKind,
  kindOfPasted,
  type RecordRule,
  SOURCE_ACCESS_FIELDS,
} from '#libs/contracts';

/** Values of the form's inputs: text, switches and rules. The contract's schema converts text to numbers and lists. */
export interface ChannelValues {
  /** Empty: detected from the pasted text. */
  provider: ChannelKind | '';
  url: string;
  displayName: string;
  internalName: string;
  quality: string;
  match: string;
  include: RecordRule[];
  exclude: RecordRule[];
  live_chat: boolean;
  no_capture: boolean;
  no_cleanup: boolean;
  nearest_below: boolean;
  no_size_limit: boolean;
  no_count_limit: boolean;
  priority: string;
  grace_s: string;
  poll_s: string;
  stale_targets: string;
  source_headers: string;
  source_hosts: string;
  source_fingerprints: string;
  source_ca: string;
  max_storage: string;
  max_vods: string;
}

export const CHANNEL_FIELDS = [
  'provider',
  'url',
  'displayName',
  'internalName',
  'quality',
  'match',
  'include',
  'exclude',
  'live_chat',
  'no_capture',
  'no_cleanup',
  'nearest_below',
  'priority',
  'grace_s',
  'poll_s',
  'stale_targets',
  'source_headers',
  'source_hosts',
  'source_fingerprints',
  'source_ca',
  'max_storage',
  'max_vods',
  'no_size_limit',
  'no_count_limit',
] as const satisfies readonly (keyof ChannelValues)[];

const UNSET = {
  no_size_limit: false,
  no_count_limit: false,
} as const;

/**
 * Chat is recorded by default, because it cannot be recorded later. So is the next lower quality if a stream does not
 * offer the chosen ones; only v0 forms leave such a stream out.
 */
export const NEW_CHANNEL: ChannelValues = {
  provider: '',
  url: '',
  displayName: '',
  internalName: '',
  quality: '',
  match: '',
  include: [],
  exclude: [],
  live_chat: true,
  no_capture: false,
  no_cleanup: false,
  nearest_below: true,
  ...UNSET,
  priority: '',
  grace_s: '',
  poll_s: '',
  stale_targets: '',
  source_headers: '',
  source_hosts: '',
  source_fingerprints: '',
  source_ca: '',
  max_storage: '',
  max_vods: '',
};

const text = (n: number | null): string => (n === null ? '' : String(n));

export function valuesOf(c: ChannelEditState): ChannelValues {
  return {
    provider: '',
    url: c.url,
    displayName: c.displayName,
    internalName: c.internalName,
    quality: c.quality.join(' '),
    match: c.match.join(', '),
    include: [...c.include],
    exclude: [...c.exclude],
    live_chat: c.live_chat,
    no_capture: c.no_capture,
    no_cleanup: c.no_cleanup,
    nearest_below: c.nearest_below,
    no_size_limit: c.no_size_limit,
    no_count_limit: c.no_count_limit,
    priority: String(c.priority),
    grace_s: text(c.grace_s),
    poll_s: text(c.poll_s),
    stale_targets: text(c.stale_targets),
    source_headers: c.source_headers.join('\n'),
    source_hosts: c.source_hosts.join(' '),
    source_fingerprints: c.source_fingerprints.join('\n'),
    source_ca: c.source_ca,
    max_storage: String(c.max_storage),
    max_vods: String(c.max_vods),
  };
}

const NUMBERS = ['priority', 'grace_s', 'poll_s', 'stale_targets', 'max_storage', 'max_vods'] as const;
/** An empty field means "use the server's setting", which the API expects as null. */
const NULLABLE: readonly string[] = ['grace_s', 'poll_s', 'stale_targets'];
/** An empty field means none, which the API expects as an empty list. */
const LISTS = ['quality', 'match', 'source_headers', 'source_hosts', 'source_fingerprints'] as const;

/**
 * The request body: empty fields are left out, or null if empty has a meaning. Text that is not a number stays, so that
 * the server refuses it.
 */
export function bodyOf(values: Partial<ChannelValues>): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    if (typeof value === 'boolean') body[key] = value;
    else if (typeof value !== 'string') body[key] = value.filter((rule) => rule.text.trim() !== '');
    else if (value.trim() !== '')
      body[key] = NUMBERS.some((n) => n === key) && Number.isFinite(Number(value)) ? Number(value) : value.trim();
    else if (NULLABLE.includes(key)) body[key] = null;
  }
  return body;
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === false || (Array.isArray(value) && value.length === 0);

/** The kind that the form shows: the selected one, otherwise the one detected from the pasted text. */
export const kindOf = ({ provider, url }: Pick<ChannelValues, 'provider' | 'url'>): ChannelKind =>
  provider === '' ? (kindOfPasted(url) ?? HLS_KIND) : provider;

/** The body of a new channel, without unchanged fields and without those of another kind. */
export function newBodyOf(values: ChannelValues): Record<string, unknown> {
  const provider = kindOf(values);
  const isSite = isSiteKind(provider);
  const others: readonly string[] = isSite ? SOURCE_ACCESS_FIELDS : ['live_chat'];
  const chosen = Object.fromEntries(
    Object.entries(bodyOf(values)).filter(([key, value]) => !others.includes(key) && !isEmpty(value)),
  );
  return { ...chosen, provider, url: values.url.trim(), ...(isSite ? { live_chat: values.live_chat } : {}) };
}

/** Only the changed fields: a PUT leaves the others unchanged. A cleared list is sent as an empty one. */
export function changesOf(values: ChannelValues, before: ChannelValues): Record<string, unknown> {
  const changed = CHANNEL_FIELDS.filter((k) => JSON.stringify(values[k]) !== JSON.stringify(before[k]));
  const body = bodyOf(Object.fromEntries(changed.map((k) => [k, values[k]])));
  for (const name of LISTS) if (changed.includes(name) && values[name].trim() === '') body[name] = [];
  if (changed.includes('source_ca') && values.source_ca.trim() === '') body['source_ca'] = '';
  return body;
}

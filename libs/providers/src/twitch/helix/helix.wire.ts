import { message } from '#libs/messages';
import { z } from 'zod';
import { type PushUse } from '../../kit/push.js';
import { type Category, type ChannelProfile, type LiveAnswer, type Show } from '../../kit/provider.js';
import { jsonOf } from '../http/read-json.js';

// Shapes of https://dev.twitch.tv/docs/api/reference/ (read Feb 2026). Missing and null fields are read as empty; only
// ids are required.
const text = z.string().catch('');
const texts = z.array(z.string()).catch([]);
const Id = z.string().min(1);

const Use = z.object({ total: z.number(), total_cost: z.number(), max_total_cost: z.number() });
const Page = z.object({
  data: z.array(z.unknown()),
  pagination: z.object({ cursor: z.string().catch('') }).catch({ cursor: '' }),
});
const Refusal = z.object({ message: text });

export const StreamRow = z.object({
  id: text,
  user_id: Id,
  user_login: text,
  user_name: text,
  game_id: text,
  game_name: text,
  type: z.string().catch('live'),
  title: text,
  viewer_count: z.number().nullable().catch(null),
  started_at: text,
  language: text,
  tags: texts,
});
export const UserRow = z.object({
  id: Id,
  login: text,
  display_name: text,
  broadcaster_type: text,
  description: text,
  profile_image_url: text,
  offline_image_url: text,
});
export const GameRow = z.object({ id: Id, name: text, box_art_url: text });
export const ChannelRow = z.object({
  broadcaster_id: Id,
  title: text,
  game_id: text,
  game_name: text,
  tags: texts,
  broadcaster_language: text,
  content_classification_labels: texts,
});

/**
 * `cursor`: of the next page, null for the last one. `unread`: number of invalid rows; a missing row may be one of
 * them. `use`: use of a limit, if the response contains it (subscriptions).
 */
export interface HelixPage<T> {
  readonly rows: readonly T[];
  readonly cursor: string | null;
  readonly unread: number;
  readonly use?: PushUse;
}

/**
 * Parses the rows of a response.
 * @returns null for an invalid response: a response without results has an empty list, never a missing one
 */
export function readRows<T>(body: string, row: z.ZodType<T>): HelixPage<T> | null {
  const answer = jsonOf(body);
  const { data: page } = Page.safeParse(answer);
  if (!page) return null;
  const { data: use } = Use.safeParse(answer);
  const rows = page.data.flatMap((raw) => {
    const read = row.safeParse(raw);
    return read.success ? [read.data] : [];
  });
  return {
    rows,
    cursor: page.pagination.cursor === '' ? null : page.pagination.cursor,
    unread: page.data.length - rows.length,
    ...(use ? { use: { total: use.total, totalCost: use.total_cost, maxTotalCost: use.max_total_cost } } : {}),
  };
}

/** The site's text for a refusal; empty if there is none. */
export const readHelixError = (body: string): string => Refusal.safeParse(jsonOf(body)).data?.message ?? '';

/** Stream data that the stream row does not contain. */
export interface BesideStream {
  readonly boxArtUrl: string;
  readonly isMature: boolean;
}

export function liveOfRow(row: z.infer<typeof StreamRow>, { boxArtUrl, isMature }: BesideStream): LiveAnswer {
  if (row.type === '') return { state: 'unknown', reason: message('verdict.answered-with-error') };
  const category: Category | null = row.game_id === '' ? null : { id: row.game_id, name: row.game_name, boxArtUrl };
  return {
    state: 'live',
    streamId: row.id === '' ? null : row.id,
    title: row.title,
    startedAt: dateOf(row.started_at),
    viewers: row.viewer_count,
    category,
    tags: row.tags,
    language: row.language,
    isMature,
    named: row.user_login === '' ? null : { login: row.user_login, displayName: row.user_name || row.user_login },
  };
}

export const profileOfRow = (row: z.infer<typeof UserRow>): ChannelProfile => ({
  login: row.login,
  displayName: row.display_name || row.login,
  description: row.description,
  avatarUrl: row.profile_image_url,
  offlineImageUrl: row.offline_image_url,
  broadcasterType: row.broadcaster_type,
});

/** Twitch no longer has a mature flag: a stream counts as mature if it has any content classification label. */
export const isMatureRow = (row: z.infer<typeof ChannelRow>): boolean => row.content_classification_labels.length > 0;

/** The title and category of a channel, live or not; up to date immediately, while `streams` lags. */
export const showOfRow = (row: z.infer<typeof ChannelRow>, boxArtUrl: string): Show => ({
  title: row.title,
  category: row.game_id === '' ? null : { id: row.game_id, name: row.game_name, boxArtUrl },
  tags: row.tags,
  language: row.broadcaster_language,
  isMature: isMatureRow(row),
});

function dateOf(stamp: string): Date | null {
  const at = Date.parse(stamp);
  return Number.isNaN(at) ? null : new Date(at);
}

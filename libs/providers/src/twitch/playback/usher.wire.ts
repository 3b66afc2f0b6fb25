import { z } from 'zod';
import { joined, message, type OwnMessage, verbatim } from '#libs/messages';
import { type UnavailableQuality } from '../../kit/playback.js';
import { jsonOf } from '../http/read-json.js';

const Refusal = z.object({ error: z.string().default(''), error_code: z.string().default('') });

/** Why usher returns no playlist: its code and its text; either may be empty. */
export interface UsherRefusal {
  readonly code: string;
  readonly refusalText: string;
}

/**
 * Reads an error body of usher.ttvnw.net: `[{url, error, error_code, type}]` (Aug 2026), or the object alone. Null for
 * another format (an edge server's page, an empty body).
 */
export function readUsherRefusal(text: string): UsherRefusal | null {
  const json = jsonOf(text);
  const read = Refusal.safeParse(Array.isArray(json) ? json[0] : json);
  if (!read.success) return null;
  const { error: refusalText, error_code: code } = read.data;
  return refusalText === '' && code === '' ? null : { code, refusalText };
}

/** Describes a response's status, with the site's own text if there is any. */
export const statusReason = (status: number, refusal: UsherRefusal | null): OwnMessage =>
  refusal
    ? message('site.status-said', { status, said: refusal.refusalText || refusal.code })
    : message('site.status', { status });

const Text = z.string().optional().catch(undefined);
const StringList = z.array(z.string()).catch([]);
const Row = z.object({
  'IVS-NAME': Text,
  'IVS_NAME': Text,
  'NAME': Text,
  'STABLE-VARIANT-ID': Text,
  'GROUP-ID': Text,
  'FILTER_REASONS': StringList.default([]),
  'AUTHORIZATION_REASONS': StringList.default([]),
});
const Rows = z.array(z.unknown());

const UNAVAILABLE_REASONS: Readonly<Record<string, OwnMessage>> = {
  AUTHZ_NOT_LOGGED_IN: message('quality.signed-in-only'),
  AUTHZ_GEO: message('quality.other-region'),
  AUTHZ_DISALLOWED_BITRATE: message('quality.subscribers-only'),
  FR_WAITING_TRANSCODE: message('quality.being-prepared'),
  FR_AUDIO_DISALLOWED: message('quality.no-sound-alone'),
};

/**
 * Reads the qualities that a v2 master playlist lists as unavailable: session data `com.amazon.ivs.unavailable-media`,
 * base64 of a JSON array (observed by streamlink and yt-dlp, Aug 2026). Omits invalid rows.
 */
export function readUnavailable(master: string): readonly UnavailableQuality[] {
  const line = master
    .split('\n')
    .find((l) => l.startsWith('#EXT-X-SESSION-DATA:') && l.includes('DATA-ID="com.amazon.ivs.unavailable-media"'));
  const value = /VALUE="([^"]*)"/.exec(line ?? '')?.[1];
  return value === undefined ? [] : rowsOf(value).flatMap((row) => qualityOf(row) ?? []);
}

function rowsOf(base64: string): readonly unknown[] {
  try {
    return Rows.parse(JSON.parse(Buffer.from(base64, 'base64').toString('utf8')));
  } catch {
    return [];
  }
}

function qualityOf(row: unknown): UnavailableQuality | null {
  const { data } = Row.safeParse(row);
  const name = data ? nameOf(data) : undefined;
  if (!data || name === undefined) return null;
  const refusalText = [...data.AUTHORIZATION_REASONS, ...data.FILTER_REASONS];
  return {
    name,
    reason:
      joined(refusalText.map((word) => UNAVAILABLE_REASONS[word] ?? verbatim(word))) ?? message('quality.no-reason'),
  };
}

const nameOf = (row: z.infer<typeof Row>): string | undefined =>
  [row['IVS-NAME'], row.IVS_NAME, row.NAME, row['STABLE-VARIANT-ID'], row['GROUP-ID']].find(
    (name) => name !== undefined && name !== '',
  );

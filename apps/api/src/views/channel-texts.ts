import { Injectable } from '@nestjs/common';
import { Channel } from '#libs/contracts';
import { PackedText, type TextPiece } from '../http/packed-text.js';
import { type Language } from '../i18n/language.js';
import { viewIn } from '../i18n/view-in.js';
import { ChannelRepository } from '../modules/channel/channel.repository.js';
import { VodRepository } from '../modules/vod/vod.repository.js';
import { ChannelViews } from './channel-views.js';

/** No stamp of the database: what holds while a VOD is under way holds no longer than that. */
const AT_WORK = 'at work';
/**
 * Channels that are packed together: enough that packing finds what they have alike (its window is 32 kB), few enough
 * that one change costs little.
 */
const TOGETHER = 32;

interface Kept {
  readonly stamp: string;
  readonly text: string;
}
interface Stretch {
  readonly texts: readonly string[];
  readonly packed: PackedText;
}

/**
 * The list of channels that a page begins with, as JSON, made anew only where something changed: of a thousand channels
 * few did since the last look. What it hangs on is asked of the database each time, so nothing that is kept is ever
 * old. Those with a VOD under way are always made anew.
 */
@Injectable()
export class ChannelTexts {
  private kept = new Map<string, Kept>();
  private stretches: readonly Stretch[] = [];

  constructor(
    private readonly channels: ChannelRepository,
    private readonly vods: VodRepository,
    private readonly views: ChannelViews,
  ) {}

  /** A JSON list, by name: each channel in its short form, with the VODs alone that something still happens to. */
  async list(language: Language): Promise<readonly TextPiece[]> {
    const pieces = await this.made();
    return pieces.map((piece) => (typeof piece === 'string' ? piece : pieceIn(language, piece)));
  }

  private async made(): Promise<readonly TextPiece[]> {
    const [stamps, busy] = await Promise.all([this.channels.stamps(), this.vods.channelsAtWork()]);
    const old = stamps
      .filter(({ uuid, stamp }) => busy.has(uuid) || this.kept.get(uuid)?.stamp !== stamp)
      .map(({ uuid }) => uuid);
    // Their order hangs on their rows too. What is made for each question is garbage after the next one, and was most
    // of what the collector stopped the api for.
    if (old.length === 0 && stamps.length === this.kept.size) return this.pieces;
    const fresh = new Map(
      (old.length === 0 ? [] : await this.views.short(old)).map((channel) => [channel.uuid, JSON.stringify(channel)]),
    );
    const next = new Map<string, Kept>();
    for (const { uuid, stamp } of stamps) {
      const text = fresh.get(uuid) ?? this.kept.get(uuid)?.text;
      if (text !== undefined) next.set(uuid, { stamp: busy.has(uuid) ? AT_WORK : stamp, text });
    }
    this.kept = next;
    this.stretches = packed(
      [...next.values()].map(({ text }) => text),
      this.stretches,
    );
    return this.pieces;
  }

  private get pieces(): readonly TextPiece[] {
    return ['[', ...this.stretches.map((stretch) => stretch.packed), ']'];
  }
}

/** A stretch whose texts are those of before is not packed again. */
function packed(texts: readonly string[], before: readonly Stretch[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (let from = 0; from < texts.length; from += TOGETHER) {
    const own = texts.slice(from, from + TOGETHER);
    const last = before[stretches.length];
    const isSame = last?.texts.length === own.length && own.every((text, n) => text === last.texts[n]);
    stretches.push(isSame ? last : { texts: own, packed: new PackedText(`${from === 0 ? '' : ','}${own.join(',')}`) });
  }
  return stretches;
}

/** Stretches in other languages than English, kept as long as they are. */
const spokenPieces = new WeakMap<PackedText, Map<Language, PackedText>>();

function pieceIn(language: Language, piece: PackedText): PackedText {
  if (language === 'en') return piece;
  const known = spokenPieces.get(piece) ?? new Map<Language, PackedText>();
  spokenPieces.set(piece, known);
  const found = known.get(language) ?? spokenPiece(language, piece.plain.toString());
  known.set(language, found);
  return found;
}

/** Channels parted by commas, with a comma before the first where others stand before it. */
function spokenPiece(language: Language, text: string): PackedText {
  const comma = text.startsWith(',') ? ',' : '';
  const channels = JSON.parse(`[${text.slice(comma.length)}]`) as readonly unknown[];
  const said = channels.map((channel) => JSON.stringify(viewIn(language, Channel, channel)));
  return new PackedText(`${comma}${said.join(',')}`);
}

import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/tx.js';

/** Counts of a channel: listed VODs, archived VODs, and the bytes of all of them on storage. */
export interface ChannelCount {
  readonly vods: number;
  readonly archived: number;
  readonly bytes: number;
}

export const NO_VODS: ChannelCount = { vods: 0, archived: 0, bytes: 0 };

interface Row {
  readonly channel_uuid: string;
  readonly vods: number;
  readonly archived: number;
  readonly bytes: string;
}

/** Reads counts that triggers maintain (persistence/schema/functions.sql.ts). */
@Injectable()
export class ChannelCounts {
  constructor(private readonly transactions: Transactions) {}

  async of(channelUuids: readonly string[]): Promise<ReadonlyMap<string, ChannelCount>> {
    const rows = await this.transactions.plain.query<Row[]>(
      'SELECT channel_uuid, vods, archived, bytes FROM channel_count WHERE channel_uuid = ANY($1)',
      [channelUuids],
    );
    return new Map(
      rows.map(({ channel_uuid, vods, archived, bytes }) => [
        channel_uuid,
        { vods: vods - archived, archived, bytes: Number(bytes) },
      ]),
    );
  }

  /** Bytes of all VODs. */
  async bytes(): Promise<number> {
    const [row] = await this.transactions.plain.query<{ bytes: string | null }[]>(
      'SELECT SUM(bytes) AS bytes FROM channel_count',
    );
    return Number(row?.bytes ?? 0);
  }
}

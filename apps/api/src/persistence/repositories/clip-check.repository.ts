import { type Message } from '#libs/messages';
import { Injectable } from '@nestjs/common';
import { Transactions } from '../database/tx.js';
import { ClipEntity } from '../entities/clip.entity.js';

export interface DamagedClipObject {
  readonly key: string;
  readonly name: string;
  readonly fault: Message;
}

/** What a verification of a clip found. */
export interface CheckedClip {
  /** Checksums by key, of objects that are as they were stored. */
  readonly crcs: Readonly<Partial<Record<string, string>>>;
  readonly damaged: readonly DamagedClipObject[];
}

/** A clip that is due, with what its last verification found. */
export interface ClipCheck extends CheckedClip {
  readonly clip: ClipEntity;
  readonly verifiedAt: Date | null;
}

interface Row {
  readonly clip_uuid: string;
  readonly verified_at: Date | null;
  readonly crcs: CheckedClip['crcs'] | null;
  readonly damaged: CheckedClip['damaged'] | null;
}

/** Finds clips whose stored objects are due for a comparison of their bytes, and keeps what was found. */
@Injectable()
export class ClipCheckRepository {
  constructor(private readonly transactions: Transactions) {}

  /** The clip that was not verified for the longest time, and not since `before`; null if there is none. */
  async next(before: Date): Promise<ClipCheck | null> {
    const [row] = await this.transactions.plain.query<Row[]>(
      `SELECT c.uuid AS clip_uuid, k.verified_at, k.crcs, k.damaged
       FROM clip c LEFT JOIN clip_check k ON k.clip_uuid = c.uuid
       WHERE k.verified_at IS NULL OR k.verified_at < $1
       ORDER BY k.verified_at NULLS FIRST, c.uuid LIMIT 1`,
      [before],
    );
    return row ? this.checkOf(row) : null;
  }

  async withDamage(): Promise<ClipCheck[]> {
    const rows = await this.transactions.plain.query<Row[]>(
      `SELECT clip_uuid, verified_at, crcs, damaged FROM clip_check WHERE damaged <> '[]' ORDER BY clip_uuid`,
    );
    return (await Promise.all(rows.map((row) => this.checkOf(row)))).filter((check) => check !== null);
  }

  /** By uuid of their clip. */
  async damagedOf(uuids: readonly string[]): Promise<ReadonlyMap<string, CheckedClip['damaged']>> {
    const rows = await this.transactions.plain.query<Pick<Row, 'clip_uuid' | 'damaged'>[]>(
      `SELECT clip_uuid, damaged FROM clip_check WHERE damaged <> '[]' AND clip_uuid = ANY($1)`,
      [uuids],
    );
    return new Map(rows.map(({ clip_uuid, damaged }) => [clip_uuid, damaged ?? []]));
  }

  /** @returns false if the clip does not exist any more */
  async save(uuid: string, { crcs, damaged }: CheckedClip): Promise<boolean> {
    const rows = await this.transactions.plain.query<unknown[]>(
      `INSERT INTO clip_check (clip_uuid, verified_at, crcs, damaged) SELECT uuid, now(), $2, $3 FROM clip WHERE uuid = $1
       ON CONFLICT (clip_uuid) DO UPDATE
         SET verified_at = excluded.verified_at, crcs = excluded.crcs, damaged = excluded.damaged
       RETURNING clip_uuid`,
      [uuid, JSON.stringify(crcs), JSON.stringify(damaged)],
    );
    return rows.length > 0;
  }

  private async checkOf({ clip_uuid: uuid, verified_at, crcs, damaged }: Row): Promise<ClipCheck | null> {
    const clip = await this.transactions.plain.findOneBy(ClipEntity, { uuid });
    return clip && { clip, verifiedAt: verified_at, crcs: crcs ?? {}, damaged: damaged ?? [] };
  }
}

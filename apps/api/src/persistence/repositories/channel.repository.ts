import { InternalName, SELF_TEST_KIND, type SourceNetwork } from '#libs/contracts';
import { type PushedStatus } from '#libs/domain';
import { Injectable } from '@nestjs/common';
import { In, IsNull, Not } from 'typeorm';
import { readRows } from '../database/read-rows.js';
import { Transactions, type Tx } from '../database/tx.js';
import { ChannelEntity } from '../entities/channel.entity.js';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

@Injectable()
export class ChannelRepository {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Channels for a list, by name, without the columns that only work on a channel needs.
   * @param uuids all channels if absent
   */
  listed(uuids?: readonly string[]): Promise<ChannelEntity[]> {
    const columns =
      'uuid, provider_kind, internal_name, display_name, source_url, source_address, source_id, credentials, options, is_live, live_since, verdict_state, verdict_reason, checked_at, site, stream, numbering, saves_vods, push_off, created_at, edit_version';
    return readRows(this.transactions.plain, ChannelEntity, {
      sql: `SELECT ${columns} FROM channel WHERE ($1::uuid[] IS NULL OR uuid = ANY($1)) AND provider_kind <> $2 ORDER BY display_name, uuid`,
      values: [uuids ?? null, SELF_TEST_KIND],
    });
  }

  /**
   * A stamp of each channel, by name. It changes if any input of the channel's short form changes: its row, its counts,
   * subscriptions, clips or local videos.
   */
  stamps(): Promise<{ readonly uuid: string; readonly stamp: string }[]> {
    return this.transactions.plain
      .query(`SELECT c.uuid, concat_ws(' ', c.xmin, n.xmin, s.stamp, k.stamp, l.stamp) AS stamp FROM channel c
      LEFT JOIN channel_count n ON n.channel_uuid = c.uuid
      LEFT JOIN (SELECT kind, source_id, 's' || count(*) || '/' || sum(xmin::text::bigint) AS stamp FROM push_subscription GROUP BY kind, source_id) s ON s.kind = c.provider_kind AND s.source_id = c.source_id
      LEFT JOIN (SELECT channel_uuid, 'k' || count(*) || '/' || sum(xmin::text::bigint) AS stamp FROM clip GROUP BY channel_uuid) k ON k.channel_uuid = c.uuid
      LEFT JOIN (SELECT channel_uuid, 'l' || count(*) || '/' || sum(xmin::text::bigint) AS stamp FROM local_video GROUP BY channel_uuid) l ON l.channel_uuid = c.uuid
      WHERE c.provider_kind <> '${SELF_TEST_KIND}' ORDER BY c.display_name, c.uuid`);
  }

  /** The operator's channels. */
  all(tx: Tx = this.transactions.plain): Promise<ChannelEntity[]> {
    return tx.find(ChannelEntity, {
      where: { providerKind: Not(SELF_TEST_KIND) },
      order: { displayName: 'ASC', uuid: 'ASC' },
    });
  }

  /** All channels that are checked for being live: those of the operator, and that of a self-test. */
  watched(): Promise<ChannelEntity[]> {
    return this.transactions.plain.find(ChannelEntity, { order: { displayName: 'ASC', uuid: 'ASC' } });
  }

  ofSelfTests(): Promise<ChannelEntity[]> {
    return this.transactions.plain.findBy(ChannelEntity, { providerKind: SELF_TEST_KIND });
  }

  /** The id and broadcaster type of channels at their sites, by uuid. The type is null until the site was requested. */
  async atSites(
    uuids: readonly string[],
  ): Promise<ReadonlyMap<string, { readonly sourceId: string; readonly broadcasterType: string | null }>> {
    if (uuids.length === 0) return new Map();
    const rows = await this.transactions.plain.find(ChannelEntity, {
      select: { uuid: true, sourceId: true, site: true },
      where: { uuid: In([...uuids]) },
    });
    return new Map(
      rows.map(({ uuid, sourceId, site }) => [uuid, { sourceId, broadcasterType: site?.broadcasterType ?? null }]),
    );
  }

  find(uuid: string, tx: Tx = this.transactions.plain): Promise<ChannelEntity | null> {
    return tx.findOneBy(ChannelEntity, { uuid });
  }

  /** @param ref uuid, internal name, or login at the site; an internal name takes precedence over a login */
  async byRef(ref: string): Promise<ChannelEntity | null> {
    if (UUID.test(ref)) return this.find(ref);
    return (
      (await this.byName(ref)) ??
      this.transactions.plain
        .createQueryBuilder(ChannelEntity, 'c')
        .where("c.site ->> 'login' = :ref", { ref })
        .orderBy('c.created_at')
        .limit(1)
        .getOne()
    );
  }

  lock(uuid: string, tx: Tx): Promise<ChannelEntity | null> {
    return tx.findOne(ChannelEntity, { where: { uuid }, lock: { mode: 'pessimistic_write' } });
  }

  /** All channels of a kind, locked. */
  lockKind(providerKind: string, tx: Tx): Promise<ChannelEntity[]> {
    return tx.find(ChannelEntity, {
      where: { providerKind },
      order: { uuid: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Saves where a channel is. */
  async saveSource(
    uuid: string,
    source: Pick<ChannelEntity, 'sourceUrl' | 'sourceAddress' | 'sourceId'>,
    tx: Tx,
  ): Promise<void> {
    await tx.update(ChannelEntity, { uuid }, { ...source });
  }

  /**
   * Rewrites the table without the earlier versions of its rows.
   * @throws QueryFailedError if another session, for example a dump, uses the table for longer than 5 s: while this waits,
   *   every other query of the table waits too
   */
  async vacuum(): Promise<void> {
    const session = this.transactions.plain.dataSource.createQueryRunner();
    try {
      await session.query("SET lock_timeout = '5s'");
      await session.query('VACUUM (FULL) channel');
    } finally {
      try {
        await session.query('RESET lock_timeout');
      } finally {
        await session.release();
      }
    }
  }

  bySource(providerKind: string, sourceId: string, tx: Tx = this.transactions.plain): Promise<ChannelEntity | null> {
    return tx.findOneBy(ChannelEntity, { providerKind, sourceId });
  }

  byName(internalName: string, tx: Tx = this.transactions.plain): Promise<ChannelEntity | null> {
    return tx.findOneBy(ChannelEntity, { internalName });
  }

  /**
   * Returns the wanted internal name, with a number if it is taken. An invalid folder name gets the prefix `channel_`.
   */
  async freeName(suggested: string, tx: Tx): Promise<string> {
    const wanted = InternalName.safeParse(suggested).success ? suggested : `channel_${suggested}`.slice(0, 64);
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? wanted : `${wanted.slice(0, 60)}_${n}`;
      if (!(await this.byName(name, tx))) return name;
    }
  }

  save(channel: ChannelEntity, tx: Tx): Promise<ChannelEntity> {
    return tx.save(channel);
  }

  async insert(channel: Partial<ChannelEntity>, tx: Tx): Promise<void> {
    await tx.insert(ChannelEntity, channel);
    await this.adoptClips(channel, tx);
  }

  /**
   * Links saved clips of a channel that was not followed when they were saved: by the site's channel id if the clip has
   * it, otherwise by login.
   */
  private async adoptClips({ uuid, providerKind, sourceId, site }: Partial<ChannelEntity>, tx: Tx): Promise<void> {
    await tx.query(
      `UPDATE clip SET channel_uuid = $1, version = version + 1 WHERE channel_uuid IS NULL AND provider_kind = $2
      AND (site_clip ->> 'broadcaster_id' = $3 OR (site_clip ->> 'broadcaster_id' IS NULL AND lower(channel_name) = lower($4)))`,
      [uuid, providerKind, sourceId, site?.login ?? null],
    );
  }

  async remove(uuid: string, tx: Tx): Promise<void> {
    await tx.delete(ChannelEntity, { uuid });
  }

  /** Marks a broadcast that must not be recorded again. */
  async refuseStream(uuid: string, streamId: string, tx: Tx): Promise<void> {
    await tx.update(ChannelEntity, { uuid }, { refusedStreamId: streamId, forcedStreamId: null });
  }

  /** Marks a broadcast that must be recorded regardless of the rules. */
  async forceStream(uuid: string, streamId: string): Promise<void> {
    await this.transactions.plain.update(ChannelEntity, { uuid }, { refusedStreamId: null, forcedStreamId: streamId });
  }

  async saveSavesVods(uuid: string, savesVods: boolean | null): Promise<void> {
    await this.transactions.plain.update(ChannelEntity, { uuid }, { savesVods });
  }

  /** Saves whether the operator turned pushes from the site off. */
  async savePushOff(uuid: string, pushOff: boolean): Promise<void> {
    await this.transactions.plain.update(ChannelEntity, { uuid }, { pushOff });
  }

  /** Saves the numbers of the newest real recording. */
  async saveNumbering(uuid: string, numbering: ChannelEntity['numbering'], tx: Tx): Promise<void> {
    await tx.update(ChannelEntity, { uuid }, { numbering });
  }

  /** Saves a pushed status separately, so that a running poll cannot overwrite it. */
  async savePushedStatus(uuid: string, pushed: PushedStatus): Promise<void> {
    await this.transactions.plain.update(ChannelEntity, { uuid }, { told: pushed });
  }

  /** Saves the channel's data at its site. The folder and the internal name stay. */
  async saveSite(
    uuid: string,
    found: Partial<Pick<ChannelEntity, 'site' | 'sourceUrl' | 'displayName'>>,
  ): Promise<void> {
    await this.transactions.plain.update(ChannelEntity, { uuid }, found);
  }

  /** Saves the network of a source, unless a new address has brought one meanwhile. */
  async saveFirstNetwork(uuid: string, sourceNetwork: SourceNetwork): Promise<void> {
    await this.transactions.plain.update(ChannelEntity, { uuid, sourceNetwork: IsNull() }, { sourceNetwork });
  }

  /** Saves only the columns that a poll changes, so that a poll never makes a concurrent edit fail. */
  async saveLiveStatus(
    uuid: string,
    found: Pick<
      ChannelEntity,
      | 'isLive'
      | 'liveSince'
      | 'liveStreamId'
      | 'verdictState'
      | 'verdictReason'
      | 'checkedAt'
      | 'unknownSince'
      | 'stream'
    >,
    tx: Tx = this.transactions.plain,
  ): Promise<void> {
    await tx.update(ChannelEntity, { uuid }, found);
  }
}

import { type LinkMaker } from '#libs/contracts';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { type LinkRef, MediaSigner, type Signature } from '../../http/media-signer.js';
import { signedScope } from '../../http/signed-scope.js';
import { type PlayerLinkEntity } from '../../persistence/entities/player-link.entity.js';
import { type ListedLink, PlayerLinkRepository } from '../../persistence/repositories/player-link.repository.js';
import { Clock } from '../../platform/clock.js';
import { Scheduler } from '../../platform/scheduler/scheduler.js';
import { LinkEpoch } from './link-epoch.js';
import { TtlCache } from './ttl-cache.js';

const HOUR_MS = 3_600_000;
/** Long enough to watch a 24 h capture that still grows, short enough that a leaked link ends. */
const VALID_MS = 48 * HOUR_MS;
/** A caller who asks again within this time gets the same link. */
const REUSE_MS = HOUR_MS;
/** Minimum time between two notes of a use, so that not every segment writes to the database. */
const NOTE_USE_MS = 60_000;
/** Of one kind of maker: a guest cannot push out the operator's links. */
const MAX_LINKS = 200;

/** `ended`: signed by Vodkeep, but expired or revoked. `none`: no valid signature. */
export type LinkVerdict = { readonly state: 'good'; readonly ref: LinkRef } | { readonly state: 'ended' | 'none' };

/** Links that open one VOD for players without a login: makes, checks, lists and ends them. */
@Injectable()
export class PlayerLinks {
  private readonly known = new TtlCache<boolean>();
  private readonly usedAt = new Map<string, number>();
  private readonly endListeners = new Set<() => void>();
  constructor(
    private readonly rows: PlayerLinkRepository,
    private readonly signer: MediaSigner,
    private readonly epoch: LinkEpoch,
    private readonly clock: Clock,
    scheduler: Scheduler,
  ) {
    scheduler.every('player-links', HOUR_MS, () => this.deleteEnded());
  }

  async make(vodUuid: string, maker: { readonly madeBy: LinkMaker; readonly address: string }): Promise<LinkRef> {
    const now = this.clock.now();
    const epoch = await this.epoch.get();
    const recent = await this.rows.findRecent({ vodUuid, epoch, ...maker }, new Date(now - REUSE_MS));
    if (recent) return refOf(recent);
    const expiresAt = new Date(Math.floor((now + VALID_MS) / 1000) * 1000);
    const id = randomBytes(8).toString('hex');
    const link = { id, vodUuid, epoch, ...maker, createdAt: new Date(now), expiresAt, usedAt: null };
    await this.rows.add(link, MAX_LINKS);
    this.known.forget(id);
    return refOf(link);
  }

  /**
   * Query of a URL that the link opens, with its `?`.
   * @param path without the basepath
   */
  async query(ref: LinkRef, path: string): Promise<string> {
    return (await this.signerFor(ref))(path);
  }

  /** Makes queries for many URLs at once; see {@link query}. A path that accepts no signature gets none. */
  async signerFor(ref: LinkRef): Promise<(path: string) => string> {
    const epoch = await this.epoch.get();
    return (path) => {
      const scope = signedScope(path);
      if (scope === null) return '';
      const { exp, link, sig } = this.signer.sign(scope, ref, epoch);
      return `?exp=${exp}&link=${link}&sig=${sig}`;
    };
  }

  /** @param path without the basepath */
  async verify(path: string, query: Readonly<Partial<Record<keyof Signature, unknown>>>): Promise<LinkVerdict> {
    const { exp, link, sig } = query;
    const scope = signedScope(path);
    if (scope === null || typeof exp !== 'string' || typeof link !== 'string' || typeof sig !== 'string')
      return { state: 'none' };
    const now = this.clock.now();
    const verdict = this.signer.verify(scope, { exp, link, sig }, { epoch: await this.epoch.get(), ms: now });
    if (verdict === 'bad') return { state: 'none' };
    const exists = () => this.known.get(link, now, async () => (await this.rows.find(link)) !== null);
    if (verdict === 'expired' || !(await exists())) return { state: 'ended' };
    this.recordUse(link, now);
    return { state: 'good', ref: { link, exp } };
  }

  async list(): Promise<ListedLink[]> {
    return this.rows.list(await this.epoch.get(), new Date(this.clock.now()));
  }

  /** @returns whether it existed */
  async end(id: string): Promise<boolean> {
    const existed = await this.rows.end(id);
    this.known.forget(id);
    this.usedAt.delete(id);
    for (const listener of this.endListeners) listener();
    return existed;
  }

  /** Reports that a link was ended on this API. */
  onEnd(listener: () => void): void {
    this.endListeners.add(listener);
  }

  async deleteEnded(): Promise<void> {
    await this.rows.deleteEnded(new Date(this.clock.now()));
  }

  private recordUse(id: string, now: number): void {
    for (const [old, at] of this.usedAt) if (now - at >= NOTE_USE_MS) this.usedAt.delete(old);
    if (this.usedAt.has(id)) return;
    this.usedAt.set(id, now);
    this.rows.recordUse(id, new Date(now)).catch(() => undefined); // database unavailable: the next use counts
  }
}

const refOf = ({ id, expiresAt }: Pick<PlayerLinkEntity, 'id' | 'expiresAt'>): LinkRef => ({
  link: id,
  exp: String(expiresAt.getTime() / 1000),
});

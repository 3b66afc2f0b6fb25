import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { messageOf } from '#libs/errors';
import { defineTask, type TaskRun } from '../../tasks/task-def.js';
import { Tasks } from '../../tasks/tasks.js';
import { UNKNOWN_SITE_VOD } from '../vod/site-vod.js';
import { type VodEntity } from '../vod/vod.entity.js';
import { VodRepository } from '../vod/vod.repository.js';
import { SiteVods } from './site-vods.service.js';

/** v0's names of the checks that go over the whole library (server-behaviour 1.7). */
export const SITE_CHECKS = ['check_muted_vods', 'check_deleted_vods', 'match_vods'] as const;
export type SiteCheck = (typeof SITE_CHECKS)[number];

const CHECK = defineTask('check', z.strictObject({ what: z.enum(SITE_CHECKS), channelUuid: z.uuid().nullable(), /** Also what has an answer already. */ force: z.boolean() }));
type Input = z.infer<typeof CHECK.schema>;

/** One question of a site for so many VODs (Helix takes 100 ids). */
const AT_ONCE = 100;

interface Asked { readonly what: SiteCheck; readonly channel?: { readonly uuid: string; readonly internalName: string }; readonly force?: boolean }

/** Asks the sites about many VODs, as a job. */
@Injectable()
export class SiteVodChecks {
  constructor(private readonly tasks: Tasks, private readonly site: SiteVods, private readonly vods: VodRepository) {
    tasks.register(CHECK, (run) => this.run(run));
  }

  /** @returns the job's name @throws UserError `job-running` (409) */
  start({ what, channel, force = false }: Asked): Promise<string> {
    const name = channel ? `${what}_${channel.internalName}` : what;
    return this.tasks.add(CHECK, { name, title: channel?.internalName ?? 'All channels', channelUuid: channel?.uuid ?? null, input: { what, channelUuid: channel?.uuid ?? null, force } });
  }

  private async run(task: TaskRun<Input>): Promise<string> {
    const vods = (await this.vods.over(task.input.channelUuid)).filter((vod) => isDue(vod, task.input));
    switch (task.input.what) {
      case 'check_deleted_vods': return this.deleted(vods, task);
      case 'check_muted_vods': return this.muted(vods, task);
      case 'match_vods': return this.match(vods, task);
    }
  }

  private async deleted(vods: readonly VodEntity[], { signal, progress, say }: TaskRun<Input>): Promise<string> {
    let gone = 0;
    for (let i = 0; i < vods.length; i += AT_ONCE) {
      signal.throwIfAborted();
      const lost = await this.site.checkExistence(vods.slice(i, i + AT_ONCE), signal);
      for (const vod of lost) say(`${vod.basename}: its video is gone from the site`);
      gone += lost.length;
      progress(Math.min(1, (i + AT_ONCE) / vods.length), `${Math.min(i + AT_ONCE, vods.length)} of ${vods.length}`);
    }
    return `${vods.length} VODs looked at; ${gone === 1 ? '1 is' : `${gone} are`} gone from the site since the last look`;
  }

  private async muted(vods: readonly VodEntity[], { signal, progress, say }: TaskRun<Input>): Promise<string> {
    let muted = 0;
    let failed = 0;
    for (const [i, vod] of vods.entries()) {
      signal.throwIfAborted();
      try {
        if ((await this.site.checkMute(vod.uuid, signal)).muted === 'yes') { muted += 1; say(`${vod.basename}: parts are muted at the site`); }
      } catch (thrown) { // one that could not be asked leaves the others their turn
        failed += 1;
        say(`${vod.basename}: ${messageOf(thrown)}`);
      }
      progress((i + 1) / vods.length, `${i + 1} of ${vods.length}`);
    }
    return `${vods.length} VODs looked at; ${muted} have muted parts${failed > 0 ? `; ${failed} could not be asked for` : ''}`;
  }

  private async match(vods: readonly VodEntity[], { signal, progress, say }: TaskRun<Input>): Promise<string> {
    const groups = [...Map.groupBy(vods, (vod) => vod.channelUuid).values()];
    let found = 0;
    for (const [i, group] of groups.entries()) {
      signal.throwIfAborted();
      try {
        found += await this.site.matchAll(group, signal);
      } catch (thrown) {
        say(`${group[0]?.channelDisplay ?? ''}: ${messageOf(thrown)}`);
      }
      progress((i + 1) / groups.length, `${i + 1} of ${groups.length} channels`);
    }
    return `${found} of ${vods.length} VODs were matched`;
  }
}

/** What has its answer already is asked for again only on the operator's wish. */
function isDue({ siteVod }: VodEntity, { what, force }: Input): boolean {
  const { id, exists, muted } = siteVod ?? UNKNOWN_SITE_VOD;
  if (what === 'match_vods') return force || id === null;
  if (id === null) return false;
  return what === 'check_deleted_vods' ? force || exists !== 'no' : exists !== 'no' && (force || muted !== 'yes');
}

import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { messageOf } from '#libs/errors';
import { defineTask, type TaskRun } from '../../tasks/task-def.js';
import { Tasks } from '../../tasks/tasks.js';
import { SITE_CHECKS, type SiteCheck, SiteVodRepository } from './site-vod.repository.js';
import { SiteVods } from './site-vods.service.js';

const CHECK = defineTask(
  'check',
  z.strictObject({
    what: z.enum(SITE_CHECKS),
    channelUuid: z.uuid().nullable(),
    /** Also what has an answer already. */
    force: z.boolean(),
  }),
);
type Input = z.infer<typeof CHECK.schema>;

/** One question of a site for so many VODs (Helix takes 100 ids). */
const AT_ONCE = 100;

interface Asked {
  readonly what: SiteCheck;
  readonly channel?: { readonly uuid: string; readonly internalName: string };
  readonly force?: boolean;
}

/** Asks the sites about many VODs, as a job. */
@Injectable()
export class SiteVodChecks {
  constructor(
    private readonly tasks: Tasks,
    private readonly site: SiteVods,
    private readonly rows: SiteVodRepository,
  ) {
    tasks.register(CHECK, (run) => this.run(run));
  }

  /** @returns the job's name @throws UserError `job-running` (409) */
  start({ what, channel, force = false }: Asked): Promise<string> {
    const name = channel ? `${what}_${channel.internalName}` : what;
    return this.tasks.add(CHECK, {
      name,
      title: channel?.internalName ?? 'All channels',
      channelUuid: channel?.uuid ?? null,
      input: { what, channelUuid: channel?.uuid ?? null, force },
    });
  }

  private run(task: TaskRun<Input>): Promise<string> {
    switch (task.input.what) {
      case 'check_deleted_vods':
        return this.deleted(task);
      case 'check_muted_vods':
        return this.muted(task);
      case 'match_vods':
        return this.match(task);
    }
  }

  private async deleted({ input, signal, progress, say }: TaskRun<Input>): Promise<string> {
    const all = await this.rows.count(input);
    let [seen, gone] = [0, 0];
    for await (const vods of this.rows.pages(input, AT_ONCE)) {
      signal.throwIfAborted();
      const lost = await this.site.checkExistence(vods, signal);
      for (const vod of lost) say(`${vod.basename}: its video is gone from the site`);
      gone += lost.length;
      seen += vods.length;
      progress(seen / all, `${seen} of ${all}`);
    }
    return `${seen} VODs looked at; ${gone === 1 ? '1 is' : `${gone} are`} gone from the site since the last look`;
  }

  private async muted({ input, signal, progress, say }: TaskRun<Input>): Promise<string> {
    const all = await this.rows.count(input);
    let [seen, muted, failed] = [0, 0, 0];
    for await (const vods of this.rows.pages(input, AT_ONCE)) {
      for (const { uuid, basename } of vods) {
        signal.throwIfAborted();
        try {
          if ((await this.site.checkMute(uuid, signal)).muted === 'yes') {
            muted += 1;
            say(`${basename}: parts are muted at the site`);
          }
        } catch (thrown) {
          // one that could not be asked leaves the others their turn
          failed += 1;
          say(`${basename}: ${messageOf(thrown)}`);
        }
        seen += 1;
        progress(seen / all, `${seen} of ${all}`);
      }
    }
    return `${seen} VODs looked at; ${muted} have muted parts${failed > 0 ? `; ${failed} could not be asked for` : ''}`;
  }

  private async match({ input, signal, progress, say }: TaskRun<Input>): Promise<string> {
    const channels = await this.rows.channels(input);
    let [seen, found] = [0, 0];
    for (const [i, channelUuid] of channels.entries()) {
      signal.throwIfAborted();
      const vods = await this.rows.ofChannel({ ...input, channelUuid });
      seen += vods.length;
      try {
        found += await this.site.matchAll(vods, signal);
      } catch (thrown) {
        say(`${vods[0]?.channelDisplay ?? ''}: ${messageOf(thrown)}`);
      }
      progress((i + 1) / channels.length, `${i + 1} of ${channels.length} channels`);
    }
    return `${found} of ${seen} VODs were matched`;
  }
}

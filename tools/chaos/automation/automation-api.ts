import {
  addReceiver,
  listVodStages,
  NOTIFICATION_CATEGORIES,
  GLOBAL_CATEGORIES,
  putRules,
  restartVodStage,
  runTask,
  type StageKind,
  type VodStage,
} from '#libs/contracts';
import { LibraryApi } from '../library/library-api.js';

/** Operations of an operator on what happens by itself. */
export class AutomationApi extends LibraryApi {
  /** Reports every event to a webhook. */
  async addWebhook(url: string): Promise<void> {
    const { id } = await this.call(addReceiver, {
      body: { kind: 'webhook', name: 'chaos', on: true, quiet: false, config: { url, secret: '' } },
    });
    const categories = NOTIFICATION_CATEGORIES.filter((category) => !GLOBAL_CATEGORIES.includes(category));
    await this.call(putRules, {
      body: categories.map((category) => ({ receiver: id, category, channel_uuid: null, on: true })),
    });
  }

  async run(task: string): Promise<void> {
    await this.call(runTask, { params: { name: task } });
  }

  stages(vod: string): Promise<VodStage[]> {
    return this.call(listVodStages, { params: { uuid: vod } });
  }

  async restartStage(vod: string, kind: StageKind): Promise<void> {
    await this.call(restartVodStage, { params: { uuid: vod, kind } });
  }
}

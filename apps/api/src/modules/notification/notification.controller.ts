import { getNotifications, NOTIFICATION_CATEGORIES, putNotifications } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { NotificationRepository } from '../../persistence/repositories/notification.repository.js';

@Controller()
export class NotificationController {
  constructor(private readonly rows: NotificationRepository) {}

  @Implements(getNotifications)
  async get(
    @ValidatedInput(getNotifications) _: Input<typeof getNotifications>,
  ): Promise<Result<typeof getNotifications>> {
    return { data: await this.all() };
  }

  @Implements(putNotifications)
  async put(
    @ValidatedInput(putNotifications) { body }: Input<typeof putNotifications>,
  ): Promise<Result<typeof putNotifications>> {
    await this.rows.put(body);
    return { data: await this.all(), message: message('answer.notification-settings-saved') };
  }

  private async all(): Promise<Result<typeof getNotifications>['data']> {
    const bits = await this.rows.all();
    return Object.fromEntries(NOTIFICATION_CATEGORIES.map((name) => [name, bits.get(name) ?? 0])) as Result<
      typeof getNotifications
    >['data'];
  }
}

import { dismissNotice, listNotices } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { Notices } from '../../platform/notices.service.js';

@Controller()
export class NoticeController {
  constructor(private readonly notices: Notices) {}

  @Implements(listNotices)
  async list(@ValidatedInput(listNotices) _: Input<typeof listNotices>): Promise<Result<typeof listNotices>> {
    return { data: await this.notices.list() };
  }

  @Implements(dismissNotice)
  async dismiss(
    @ValidatedInput(dismissNotice) { params }: Input<typeof dismissNotice>,
  ): Promise<Result<typeof dismissNotice>> {
    await this.notices.dismiss(params.id);
    return { message: message('answer.notice-dismissed') };
  }
}

import { dismissNotice, listNotices } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { Checked, type Input } from '../../http/checked.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { Notices } from '../../platform/notices.service.js';

@Controller()
export class NoticeController {
  constructor(private readonly notices: Notices) {}

  @Implements(listNotices)
  async list(@Checked(listNotices) _: Input<typeof listNotices>): Promise<Result<typeof listNotices>> {
    return { data: await this.notices.list() };
  }

  @Implements(dismissNotice)
  async dismiss(
    @Checked(dismissNotice) { params }: Input<typeof dismissNotice>,
  ): Promise<Result<typeof dismissNotice>> {
    await this.notices.dismiss(params.id);
    return { message: message('answer.notice-dismissed') };
  }
}

import { addBookmark, removeBookmark } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller } from '@nestjs/common';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { invalidInput } from '../../platform/input-faults.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { Bookmarks } from './bookmarks.service.js';

@Controller()
export class BookmarkController {
  constructor(private readonly bookmarks: Bookmarks) {}

  @Implements(addBookmark)
  async add(
    @ValidatedInput(addBookmark) { params, body }: Input<typeof addBookmark>,
  ): Promise<Result<typeof addBookmark>> {
    await this.bookmarks.add(params.uuid, body);
    return { message: message('answer.bookmark-added') };
  }

  @Implements(removeBookmark)
  async remove(
    @ValidatedInput(removeBookmark) { params, query }: Input<typeof removeBookmark>,
  ): Promise<Result<typeof removeBookmark>> {
    const { index, id } = query;
    if (index === undefined && id === undefined)
      throw invalidInput([{ path: 'index', message: message('field.required') }]);
    await this.bookmarks.remove(params.uuid, { index, id });
    return { message: message('answer.bookmark-removed') };
  }
}

import { deleteFile, listFiles } from '#libs/contracts';
import { Controller } from '@nestjs/common';
import { Checked, type Input } from '../../http/checked.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { Files } from './files.service.js';

@Controller()
export class FilesController {
  constructor(private readonly files: Files) {}

  @Implements(listFiles)
  async list(@Checked(listFiles) { query }: Input<typeof listFiles>): Promise<Result<typeof listFiles>> {
    return { data: { files: await this.files.list(query.path) } };
  }

  @Implements(deleteFile)
  async remove(@Checked(deleteFile) { query }: Input<typeof deleteFile>): Promise<Result<typeof deleteFile>> {
    await this.files.remove(query.path, query.name);
    return { message: 'File deleted.' };
  }
}

import { deleteFile, downloadFile, listFiles } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller, Res } from '@nestjs/common';
import { type Response } from 'express';
import { basename, dirname } from 'node:path';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { Files } from './files.service.js';

@Controller()
export class FilesController {
  constructor(private readonly files: Files) {}

  @Implements(listFiles)
  async list(@ValidatedInput(listFiles) { query }: Input<typeof listFiles>): Promise<Result<typeof listFiles>> {
    return { data: { files: await this.files.list(query.path) } };
  }

  @Implements(deleteFile)
  async remove(@ValidatedInput(deleteFile) { query }: Input<typeof deleteFile>): Promise<Result<typeof deleteFile>> {
    await this.files.remove(query.path, query.name);
    return { message: message('answer.file-deleted') };
  }

  @Implements(downloadFile)
  async download(
    @ValidatedInput(downloadFile) { query }: Input<typeof downloadFile>,
    @Res() res: Response,
  ): Promise<void> {
    const file = await this.files.find(query.path, query.name);
    // The folder is passed as `root`: the operator's own path may contain names with a leading dot.
    await new Promise<void>((resolve, reject) => {
      res.download(
        basename(file),
        basename(file),
        { root: dirname(file), headers: { 'cache-control': 'no-store' } },
        (fault) => {
          if (fault !== undefined && !res.headersSent) reject(fault);
          else resolve();
        },
      );
    });
  }
}

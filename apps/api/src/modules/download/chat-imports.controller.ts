import { importChat } from '#libs/contracts';
import { message } from '#libs/messages';
import { Controller, Req, Res } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { ValidatedInput, type Input } from '../../http/validated-input.js';
import { Implements, type Result } from '../../http/implements-route.js';
import { ChatImports } from './chat-imports.service.js';

@Controller()
export class ChatImportsController {
  constructor(private readonly imports: ChatImports) {}

  /** Reads the file as a stream: no body parser consumes it, whatever its content type. */
  @Implements(importChat)
  async importFile(
    @ValidatedInput(importChat) { params, query }: Input<typeof importChat>,
    @Req() request: IncomingMessage,
    @Res({ passthrough: true }) response: ServerResponse,
  ): Promise<Result<typeof importChat>> {
    const caller = new AbortController();
    response.once('close', () => {
      caller.abort();
    });
    const { messages, leftOut } = await this.imports.importFile(
      params.uuid,
      { bytes: request as AsyncIterable<Uint8Array>, signal: caller.signal },
      Math.round((query.offset ?? 0) * 1000),
    );
    return {
      data: { messages, left_out: leftOut },
      message:
        leftOut === 0
          ? message('answer.messages-imported', { n: messages })
          : message('answer.messages-imported.left-out', { n: messages, m: leftOut }),
    };
  }
}

import { Injectable } from '@nestjs/common';
import { type ChannelStream } from '../modules/channel/channel-site.js';

/** What happened in a broadcast by the site's own stamps: its chapters and its viewers (server-behaviour 2.4). */
@Injectable()
export class Story {
  /** The channel shows this while `vodUuid` is recorded; the same again changes nothing. */
  note(_vodUuid: string, _stream: ChannelStream): Promise<void> { return Promise.resolve(); }
}

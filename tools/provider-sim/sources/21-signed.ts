import { masterText } from './master-text.js';
import type { Reply, SourceSpec } from './source-spec.js';

const SEGMENT = /^(c\d+\.ts)$/gm;

/** Like SRS: the address answers with a master whose row has a new session, and each segment has that of its list. */
export const sessionQuery = (): SourceSpec => {
  let sessions = 0;
  return {
    name: '21-session-query',
    end: 'still',
    list: (text, _window, { query }) => text.replace(SEGMENT, `$1?hls_ctx=${query.get('hls_ctx') ?? ''}`),
    answer: ({ path, query }, usual): Reply | Promise<Reply> => {
      if (path !== 'index.m3u8' || query.has('hls_ctx')) return usual();
      sessions += 1;
      return { body: masterText([{ uri: `index.m3u8?hls_ctx=${String(sessions)}`, bandwidth: 1_000_000 }]) };
    },
  };
};

/** Each answer has a new token in the path of each segment. */
export const signedPath = (): SourceSpec => {
  let answers = 0;
  return {
    name: '21-signed-path',
    end: 'still',
    list: (text) => {
      answers += 1;
      return text.replace(SEGMENT, `token${String(answers)}/$1`);
    },
    answer: ({ path }, usual) => usual(path.replace(/^token\d+\//, '')),
  };
};

import { describe, expect, it } from '@jest/globals';
import { choiceOf, editOf } from './stage-choices.js';

describe('the choice of a stage', () => {
  it('is shown from the own value of the channel', () => {
    expect([null, true, false].map(choiceOf)).toEqual(['inherit', 'on', 'off']);
  });

  it('changes only its stage', () => {
    const stages = { nfo: true, cleanup: false };
    expect(editOf({ stages }, 'nfo', 'inherit')).toEqual({ stages: { cleanup: false } });
    expect(editOf({ stages }, 'nfo', 'off')).toEqual({ stages: { nfo: false, cleanup: false } });
    expect(editOf({ stages }, 'match', 'on')).toEqual({ stages: { nfo: true, cleanup: false, match: true } });
  });

  it("uses v0's switch where there is one", () => {
    const stages = { 'download-chat': false };
    expect(editOf({ stages }, 'download-chat', 'on')).toEqual({ download_chat: true, stages: {} });
    expect(editOf({ stages }, 'download-chat', 'inherit')).toEqual({ download_chat: false, stages: {} });
    expect(editOf({ stages: {} }, 'download-vod', 'off')).toEqual({
      download_vod_at_end: false,
      stages: { 'download-vod': false },
    });
  });
});

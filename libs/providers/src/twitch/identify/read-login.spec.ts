import { describe, expect, it } from '@jest/globals';
import { readLogin } from './read-login.js';

const thrownBy = (pasted: string): unknown => {
  try {
    return readLogin(pasted);
  } catch (error) {
    return error;
  }
};

describe('what an operator pastes for a channel', () => {
  it.each([
    ['name'],
    ['Name'],
    [' name '],
    ['@Name'],
    ['＠Ｎａｍｅ'],
    ['NAME\n'],
    ['na\u200Bme'],
    ['"name"'],
    ['<https://twitch.tv/name>'],
    ['https://www.twitch.tv/Name?x=1'],
    ['http://twitch.tv/name'],
    ['HTTPS://WWW.TWITCH.TV/NAME'],
    ['twitch.tv/name/'],
    ['www.twitch.tv/name#chat'],
    ['//twitch.tv/name'],
    ['m.twitch.tv/name'],
    ['go.twitch.tv/name'],
    ['https://www.twitch.tv/@name'],
    ['ｔｗｉｔｃｈ．ｔｖ／ｎａｍｅ'],
    ['https://www.twitch.tv/%6Eame'],
    ['https://player.twitch.tv/?channel=name&parent=example.org'],
    ['https://dashboard.twitch.tv/u/name/stream-manager'],
    ['dashboard.twitch.tv/u/name'],
    ['https://www.twitch.tv/popout/name/chat?popout='],
    ['twitch.tv/embed/name/chat?parent=x'],
    ['twitch.tv/moderator/name'],
    ['twitch.tv/popout/moderator/name/chat'],
    ['twitch.tv/popout/u/name/stream-manager/chat'],
    ['twitch.tv/subs/name'],
    ['twitch.tv/name/videos'],
    ['twitch.tv/name/videos?filter=archives'],
    ['twitch.tv/name/clips'],
    ['twitch.tv/name/about'],
    ['twitch.tv/name/schedule'],
    ['twitch.tv/name/video'],
    ['/name'],
    ['name/videos'],
  ])('%j is the channel name', (pasted) => {
    expect(readLogin(pasted)).toBe('name');
  });

  it.each([
    ['12345678', '12345678'],
    ['https://twitch.tv/12345', '12345'],
    ['a', 'a'],
    ['x_Y_0', 'x_y_0'],
    ['bits', 'bits'],
  ])('%j is a login, never an id or a page', (pasted, login) => {
    expect(readLogin(pasted)).toBe(login);
  });

  it.each([
    ['twitch.tv/', /front page/],
    ['https://www.twitch.tv', /front page/],
    ['https://www.twitch.tv//', /front page/],
    ['https://www.twitch.tv/videos/1', /VOD/],
    ['/videos/1', /VOD/],
    ['videos/1', /VOD/],
    ['twitch.tv/name/v/123', /VOD/],
    ['twitch.tv/name/video/123', /VOD/],
    ['https://player.twitch.tv/?video=v123', /VOD/],
    ['m.twitch.tv/videos/123?t=1h', /VOD/],
    ['twitch.tv/video/123', /VOD/],
    ['clips.twitch.tv/Foo', /clip/],
    ['https://clips.twitch.tv/embed?clip=Foo', /clip/],
    ['twitch.tv/name/clip/FooBar', /clip/],
    ['m.twitch.tv/clip/Foo', /clip/],
    ['twitch.tv/directory/category/chess', /page of Twitch/],
    ['twitch.tv/settings/profile', /page of Twitch/],
    ['twitch.tv/downloads', /page of Twitch/],
    ['twitch.tv/p/legal', /page of Twitch/],
    ['twitch.tv/team/x', /page of Twitch/],
    ['twitch.tv/popout', /page of Twitch/],
    ['twitch.tv/videos', /page of Twitch/],
    ['twitch.tv/Directory', /page of Twitch/],
    ['twitch.tv/popout/settings', /page of Twitch/],
    ['https://player.twitch.tv/', /without a channel/],
    ['https://dashboard.twitch.tv/', /dashboard/],
    ['dashboard.twitch.tv/u', /dashboard/],
    ['https://www.youtube.com/@name', /not Twitch/],
    ['https://twitch.tv.evil.example/name', /not Twitch/],
    ['https://example.org/twitch.tv/name', /not Twitch/],
    ['name@example.org', /not Twitch/],
    ['https://twitch.tv@evil.example/name', /not Twitch/],
    ['ftp://twitch.tv/name', /not a link/],
    ['javascript://twitch.tv/name', /not a link/],
    ['https://', /not a link/],
    ['///', /front page/],
    ['na me', /is not a valid channel name/],
    ['naïve', /is not a valid channel name/],
    ['名前', /is not a valid channel name/],
    ['a'.repeat(26), /is not a valid channel name/],
    ['name,other', /is not a valid channel name/],
    ['twitch.tv/na-me', /is not a valid channel name/],
    ['https://twitch.tv/%E0%A4', /is not a valid channel name/],
    ['@@name', /is not a valid channel name/],
    ['', /No channel found/],
    ['   ', /No channel found/],
    ['@', /No channel found/],
  ])('%j is refused on the field, with the reason', (pasted, reason) => {
    expect(thrownBy(pasted)).toMatchObject({
      fault: 'user',
      code: 'not-a-channel',
      fields: [{ path: 'url', message: { english: expect.stringMatching(reason) } }],
    });
  });
});

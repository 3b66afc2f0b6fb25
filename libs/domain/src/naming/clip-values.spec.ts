import { CLIP_VARIABLES, EXPORT_VARIABLES } from '#libs/contracts';
import { expect, it } from '@jest/globals';
import { clipPlace, clipValues, DEFAULT_CLIP_TEMPLATE } from './clip-values.js';
import { exportValues } from './export-values.js';

const CLIP = {
  id: 'Ab-1',
  quality: '720p60',
  createdAt: new Date('2026-01-02T03:04:05Z'),
  title: 'Oh no?',
  creator: 'Ann',
  broadcaster: 'The Harbour',
};

it('renders each variable of v0 and the default template for a clip', () => {
  expect(Object.keys(clipValues(CLIP))).toEqual([...CLIP_VARIABLES]);
  expect(clipPlace(DEFAULT_CLIP_TEMPLATE, CLIP)).toEqual({ folder: '', name: 'The Harbour - Oh no [Ab-1] [720p60]' });
  expect(clipPlace('{creator}/{clip_date} {title}', CLIP)).toEqual({
    folder: 'Ann',
    name: '2026-01-02T03_04_05Z Oh no',
  });
});

it('leaves out missing values of a clip, and always has a name', () => {
  const bare = { ...CLIP, title: '', quality: '' };
  expect(clipPlace(DEFAULT_CLIP_TEMPLATE, bare).name).toBe('The Harbour [Ab-1]');
  expect(clipPlace('{title}', bare).name).toBe('The Harbour [Ab-1]');
  expect(clipPlace('{title}', { ...bare, id: '', broadcaster: '', creator: '' }).name).toBe('clip');
});

it('has a value for each variable of v0 for an export', () => {
  const vod = {
    internalName: 'harbour',
    displayName: 'The Harbour',
    startedAt: CLIP.createdAt,
    id: '7',
    title: 'Boats',
    game: null,
    numbers: { month: '202601', number: 3, absoluteSeason: 2, absoluteNumber: 14 },
  };
  const values = exportValues(
    { ...vod, comment: null, resolution: '1080p' },
    { zone: 'UTC', scheme: 'month', episodeDigits: 2 },
  );
  expect(new Set(Object.keys(values))).toEqual(new Set(EXPORT_VARIABLES));
  expect(values).toMatchObject({
    stream_number: '3',
    comment: null,
    resolution: '1080p',
    month: '01',
    title: 'Boats',
    absolute_episode: '14',
  });
});

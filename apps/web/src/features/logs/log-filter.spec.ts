import { expect, it } from '@jest/globals';
import { type LogLineView } from '#libs/contracts';
import { filterLines } from './log-filter.js';

const line = (level: string, module: string, text: string): LogLineView => ({ module, time: 0, level, text, pid: 1, date: '2026-11-28T10:00:00Z', date_string: '', service: 'api', node: 'n' });
const lines = [line('DEBUG', 'capture', 'a segment'), line('INFO', 'convert', 'made a file'), line('ERROR', 'capture', 'lost it')];
const all = { text: '', level: 'debug', module: '' } as const;

it('shows all at the lowest level', () => { expect(filterLines(lines, all)).toHaveLength(3); });
it('shows a level and what is worse', () => { expect(filterLines(lines, { ...all, level: 'warn' }).map((l) => l.text)).toEqual(['lost it']); });
it('finds text whatever its case, in the module too', () => { expect(filterLines(lines, { ...all, text: 'CONVERT' }).map((l) => l.text)).toEqual(['made a file']); });
it('shows one module', () => { expect(filterLines(lines, { ...all, module: 'capture' })).toHaveLength(2); });
it('never hides a level it does not know', () => { expect(filterLines([line('NOVEL', 'x', 'y')], { ...all, level: 'fatal' })).toHaveLength(1); });

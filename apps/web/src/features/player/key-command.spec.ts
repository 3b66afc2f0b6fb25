import { expect, it } from '@jest/globals';
import { commandOf } from './key-command.js';

const press = (key: string, over = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...over });
const free = { typing: false, button: false };

it('plays, seeks and goes full screen by keys', () => {
  expect([' ', 'k', 'j', 'l', 'f', 'm', 'ArrowLeft'].map((k) => commandOf(press(k), free)?.do)).toEqual([
    'toggle',
    'toggle',
    'seek',
    'seek',
    'fullscreen',
    'mute',
    'seek',
  ]);
  expect(commandOf(press('J'), free)).toEqual({ do: 'seek', by: -10 });
});
it('shows and hides the chat by c, and leaves copying alone', () => {
  expect([commandOf(press('c'), free), commandOf(press('c', { ctrlKey: true }), free)]).toEqual([{ do: 'chat' }, null]);
});
it('leaves every key to an input', () => {
  for (const k of [' ', 'f', 'ArrowLeft', '5']) expect(commandOf(press(k), { typing: true, button: false })).toBeNull();
});
it('leaves the space to a focused button, so that it is not pressed twice', () => {
  expect(commandOf(press(' '), { typing: false, button: true })).toBeNull();
  expect(commandOf(press('f'), { typing: false, button: true })).toEqual({ do: 'fullscreen' });
});
it('leaves browser shortcuts alone', () => {
  expect(commandOf(press('f', { ctrlKey: true }), free)).toBeNull();
});
it('jumps to a tenth by a digit', () => {
  expect(commandOf(press('5'), free)).toEqual({ do: 'share', of: 0.5 });
});

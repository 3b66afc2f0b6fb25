export type PlayerCommand =
  | { readonly do: 'toggle' | 'fullscreen' | 'mute' | 'start' | 'end' | 'chat' }
  | { readonly do: 'seek'; readonly by: number }
  | { readonly do: 'volume'; readonly by: number }
  | { readonly do: 'share'; readonly of: number };

const KEYS: Readonly<Record<string, PlayerCommand>> = {
  ' ': { do: 'toggle' },
  'k': { do: 'toggle' },
  'f': { do: 'fullscreen' },
  'c': { do: 'chat' },
  'm': { do: 'mute' },
  'Home': { do: 'start' },
  'End': { do: 'end' },
  'ArrowLeft': { do: 'seek', by: -5 },
  'ArrowRight': { do: 'seek', by: 5 },
  'j': { do: 'seek', by: -10 },
  'l': { do: 'seek', by: 10 },
  'ArrowUp': { do: 'volume', by: 0.1 },
  'ArrowDown': { do: 'volume', by: -0.1 },
};

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}
/** The focused element: an input keeps all keys, a button its space, a menu its arrows. */
export interface Pressed {
  readonly typing: boolean;
  readonly button: boolean;
}

/**
 * The player's command for a key; null if there is none, or if the key belongs to another element, such as a text
 * field.
 */
export function commandOf({ key, ctrlKey, metaKey, altKey }: Press, { typing, button }: Pressed): PlayerCommand | null {
  if (typing || ctrlKey || metaKey || altKey || (button && key === ' ')) return null;
  if (/^[0-9]$/.test(key)) return { do: 'share', of: Number(key) / 10 };
  return KEYS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** Derives `Pressed` from the focused element. */
export function pressedOn(target: EventTarget | null): Pressed {
  if (!(target instanceof Element)) return { typing: false, button: false };
  return {
    typing:
      target.closest(
        'input, textarea, select, [contenteditable="true"], [role="listbox"], [role="menu"], [role="dialog"], [role="alertdialog"]',
      ) !== null,
    button: target.closest('button, a, summary') !== null,
  };
}

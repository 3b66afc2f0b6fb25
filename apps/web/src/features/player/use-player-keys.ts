import { useEffect } from 'react';
import { commandOf, type PlayerCommand, pressedOn } from './key-command.js';

/** Keys of the whole page while a player is on it. */
export function usePlayerKeys(run: (command: PlayerCommand) => void): void {
  useEffect(() => {
    const onKey = (e: KeyboardEvent): void => {
      const command = e.defaultPrevented ? null : commandOf(e, pressedOn(e.target));
      if (command === null) return;
      e.preventDefault();
      run(command);
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, [run]);
}

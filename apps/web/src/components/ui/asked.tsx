import { type ReactNode, useState } from 'react';
import { Confirm } from './confirm.js';

interface AskedProps {
  /** What is pressed for it; `ask` opens the question. */
  readonly button: (ask: () => void) => ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly busy: boolean;
  /** Whether that settled the question; it stays open where not. */
  readonly onConfirm: () => Promise<boolean>;
}

/** A button that asks before it does what it says. */
export function Asked({ button, onConfirm, ...question }: AskedProps) {
  const [asking, setAsking] = useState(false);
  const close = (): void => {
    setAsking(false);
  };
  return (
    <>
      {button(() => {
        setAsking(true);
      })}
      <Confirm
        {...question}
        open={asking}
        onClose={close}
        onConfirm={() => {
          void onConfirm().then((settled) => {
            if (settled) close();
          });
        }}
      />
    </>
  );
}

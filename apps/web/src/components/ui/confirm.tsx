import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.js';
import './modal.css';

interface ConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly onConfirm: () => void;
  readonly busy?: boolean;
  /** True: the action loses nothing. */
  readonly harmless?: boolean;
  readonly children?: ReactNode;
}

/** Asks before an action that cannot be undone, or that is rarely intended. The safe answer has the focus. */
export function Confirm({
  open,
  onClose,
  title,
  text,
  action,
  onConfirm,
  busy = false,
  harmless = false,
  children,
}: ConfirmProps) {
  const { t } = useTranslation();
  return (
    <AlertDialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="backdrop" />
        <AlertDialog.Popup className="modal modal-small">
          <AlertDialog.Title className="modal-title">{title}</AlertDialog.Title>
          <AlertDialog.Description className="modal-text">{text}</AlertDialog.Description>
          {children}
          <div className="modal-foot">
            <AlertDialog.Close render={<Button>{t('common.cancel')}</Button>} />
            <Button tone={harmless ? 'primary' : 'danger'} busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface ConfirmButtonProps {
  /** Renders the button; `openConfirm` opens the dialog. */
  readonly button: (openConfirm: () => void) => ReactNode;
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly busy: boolean;
  /** Returns whether the action succeeded; otherwise the dialog stays open. */
  readonly onConfirm: () => Promise<boolean>;
}

/** A button that asks for confirmation before its action. */
export function ConfirmButton({ button, onConfirm, ...question }: ConfirmButtonProps) {
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

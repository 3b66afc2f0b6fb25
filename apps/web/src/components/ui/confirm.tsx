import { AlertDialog } from '@base-ui/react/alert-dialog';
import { type ReactNode } from 'react';
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
  /** Nothing is lost by it. */
  readonly harmless?: boolean;
  readonly children?: ReactNode;
}

/** Asks before something that cannot be undone, or that is seldom meant. The safe answer has the focus. */
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

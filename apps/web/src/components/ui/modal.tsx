import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.js';
import './modal.css';

interface ModalProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly text?: string;
  /** True: room for forms with tables, at most 1,200 px. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Modal({ open, onClose, title, text, wide = false, children }: ModalProps) {
  const { t } = useTranslation();
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className={`modal${wide ? ' modal-wide' : ''}`}>
          <div className="modal-head">
            <Dialog.Title className="modal-title">{title}</Dialog.Title>
            <Dialog.Close className="icon-btn" aria-label={t('common.close')}>
              <X aria-hidden="true" size={18} />
            </Dialog.Close>
          </div>
          {text !== undefined && <Dialog.Description className="modal-text">{text}</Dialog.Description>}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface FootProps {
  readonly onCancel: () => void;
  readonly action: string;
  readonly busy: boolean;
  readonly disabled?: boolean;
  /** Absent: the button submits the form around the foot. */
  readonly onDo?: () => void;
}

/** The buttons of a dialog: cancel and the action. */
export function ModalFoot({ onCancel, action, busy, disabled = false, onDo }: FootProps) {
  const { t } = useTranslation();
  return (
    <div className="modal-foot">
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
      <Button
        type={onDo === undefined ? 'submit' : 'button'}
        tone="primary"
        busy={busy}
        disabled={disabled}
        onClick={onDo}
      >
        {action}
      </Button>
    </div>
  );
}

import { Menu } from '@base-ui/react/menu';
import { type LucideIcon } from 'lucide-react';
import { Tip } from './tip.js';
import './menu-button.css';

export interface MenuEntry {
  readonly id: string;
  readonly text: string;
  readonly icon: LucideIcon;
  readonly onPick: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
}

/** An icon button that opens a menu; the primitive handles the arrows, Home, End, Tab and Escape. */
export function MenuButton({
  icon: Icon,
  label,
  entries,
}: {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}) {
  return (
    <Menu.Root>
      <Tip text={label}>
        <Menu.Trigger className="icon-btn" aria-label={label}>
          <Icon aria-hidden="true" size={18} strokeWidth={1.75} />
        </Menu.Trigger>
      </Tip>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} collisionPadding={8} align="end" className="above">
          <Menu.Popup className="menu-popup">
            {entries.map(({ id, text, icon: EntryIcon, onPick, danger = false, disabled = false }) => (
              <Menu.Item
                key={id}
                className={`menu-item${danger ? ' menu-danger' : ''}`}
                disabled={disabled}
                onClick={onPick}
              >
                <EntryIcon aria-hidden="true" size={15} />
                {text}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

import { Tooltip } from '@base-ui/react/tooltip';
import { type ReactElement } from 'react';
import './tip.css';

/** A tooltip for a control that shows only an icon. The control carries the same text as its label. */
export function Tip({
  text,
  children,
}: {
  readonly text: string;
  readonly children: ReactElement<Record<string, unknown>>;
}) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} collisionPadding={8} className="above">
          <Tooltip.Popup className="tip">{text}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

import { useId } from 'react';
import { Toggle } from './toggle.js';
import './switch-row.css';

/** A choice inside a question: its words, and the switch. */
export function SwitchRow({ label, checked, onChange }: { readonly label: string; readonly checked: boolean; readonly onChange: (on: boolean) => void }) {
  const id = useId();
  return <div className="switch-row"><label htmlFor={id}>{label}</label><Toggle id={id} checked={checked} onChange={onChange} label={label} /></div>;
}

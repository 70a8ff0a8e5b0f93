import { useWatch } from 'react-hook-form';
import { charactersOf } from '../password-rules.ts';
import { PasswordInput } from '../../../platform/web/ui/inputs/PasswordInput.tsx';

type Props = { name: string; label: string; /** Characters that it must have. */ least: number; autoFocus?: boolean };

/** A password that is chosen: says how long it must be and how long it is. */
export function NewPasswordInput({ name, label, least, autoFocus = false }: Props) {
  const typed = charactersOf(String(useWatch({ name }) ?? '')).length;
  return (
    <PasswordInput
      name={name}
      label={label}
      help={`Four words that do not belong together are easy to keep in mind. ${typed} of at least ${least} characters.`}
      autoComplete="new-password"
      autoFocus={autoFocus}
      isRequired
    />
  );
}

type Props = { value: number; max?: number };

/** A share as a bar; what it says stands beside it in digits. */
export const Bar = ({ value, max = 10 }: Props) => <meter aria-hidden="true" max={max} value={value} />;

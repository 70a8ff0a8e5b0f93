import { PointsInput } from '../../../platform/web/ui/inputs/PointsInput.tsx';

type Props = {
  /** How many of each. */
  max: number;
  /** What is asked of the cons. */
  consHelp: string;
};

/** What speaks for and against: `pros`, `cons`. */
export function PointFields({ max, consHelp }: Props) {
  return (
    <>
      <PointsInput
        name="pros"
        label="Pros"
        one="Pro"
        help={`At most ${max}, of 120 characters. Enter goes on to the next one.`}
        max={max}
        placeholder="What speaks for it"
      />
      <PointsInput name="cons" label="Cons" one="Con" help={consHelp} max={max} placeholder="What speaks against it" />
    </>
  );
}

import Box from '@mui/material/Box';
import { useWatch } from 'react-hook-form';
import { EntriesEditor } from '../../../../platform/web/ui/inputs/EntriesEditor.tsx';
import type { Choice } from '../../../../platform/web/ui/filters/FilterSelect.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { RichText } from '../../../../platform/web/ui/rich-text/RichText.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { colors } from '../../../../platform/web/styles/tokens.ts';
import { MAX_CRITERIA } from '../../limits.ts';

const TESTED_CHOICES: readonly Choice[] = [
  { value: 'research_only', label: 'Research only' },
  { value: 'hands_on', label: 'Tested by hand' },
  { value: 'expert_review', label: 'Expert review' },
];

/** How the products were judged: in words, and by weighed criteria. */
export function GuideRubricSection() {
  return (
    <FormSection>
      <SelectInput
        name="tested"
        label="Judged by"
        options={TESTED_CHOICES}
        help="Said on the page. “Tested by hand” needs the text below."
      />
      <Wide>
        <RichText name="methodology" label="How we picked" help="How the products were found, tried and compared." />
      </Wide>
      <Wide>
        <EntriesEditor
          name="rubric"
          label="Criteria"
          help="What every product is scored by, 0 to 10 each; the page shows the weights. They need not add up to 100: the share is worked out."
          noun="criterion"
          addLabel="Add criterion"
          max={MAX_CRITERIA}
          blank={() => ({ key: '', name: '', weight: '10', description: '' })}
        >
          {(at, index) => (
            <FormSection>
              <TextInput name={`${at}.name`} label="Name" isRequired />
              <TextInput name={`${at}.weight`} label="Weight" type="number" isRequired help={<Share index={index} />} />
              <Wide>
                <TextInput name={`${at}.description`} label="What it means" />
              </Wide>
            </FormSection>
          )}
        </EntriesEditor>
      </Wide>
    </FormSection>
  );
}

/** How much of the total this criterion makes, as a number and a bar. */
function Share({ index }: { index: number }) {
  const rubric = useWatch({ name: 'rubric' }) as { weight: string }[];
  const weights = rubric.map((one) => Math.max(0, Number(one.weight) || 0));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const share = sum > 0 ? (weights[index] ?? 0) / sum : 0;
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      {(share * 100).toFixed(1)} % of the total
      <Box
        component="span"
        aria-hidden
        sx={{ flex: 1, maxWidth: 120, height: 6, borderRadius: 3, backgroundColor: colors.line, overflow: 'hidden' }}
      >
        <Box
          component="span"
          sx={{ display: 'block', height: '100%', width: `${share * 100}%`, backgroundColor: colors.brandText }}
        />
      </Box>
    </Box>
  );
}

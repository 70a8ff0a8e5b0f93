import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import { colors, radius } from '../../../../platform/web/styles/tokens.ts';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { scoresOf, totalScore } from '../../rules.ts';
import { type ItemValues, type Rubric, toTenths } from './item-form.ts';

type Props = { rubric: Rubric };

/** The score of each criterion, what they come to, and a score in place of it. */
export function ItemScoresTab({ rubric }: Props) {
  if (rubric.length === 0) return <NoRubric />;
  const weights = rubric.reduce((sum, criterion) => sum + criterion.weight, 0);
  return (
    <>
      <FormSection title="Scores by criterion" help="0 to 10, one decimal. Readers see each of them with its weight.">
        {rubric.map(({ key, name, weight, description }) => (
          <TextInput
            key={key}
            name={`scores.${key}`}
            label={name}
            help={`${description ? `${description} ` : ''}Weighs ${weight} of ${weights}.`}
            type="money"
            unit="/ 10"
          />
        ))}
      </FormSection>
      <Total rubric={rubric} />
      <FormSection title="Another score" help="Only where the sum does not tell the whole; readers see the reason.">
        <TextInput name="score" label="Score in place of the total" type="money" unit="/ 10" />
        <TextInput name="score_reason" label="Reason" help="Shown to readers, at most 300 characters." rows={2} />
      </FormSection>
      <PlaceReason />
    </>
  );
}

function NoRubric() {
  return (
    <FormSection>
      <TextInput name="score" label="Score" help="0 to 10, one decimal." type="money" unit="/ 10" />
      <Alert severity="info" sx={{ gridColumn: '1 / -1' }}>
        This guide has no criteria. With some in its editor, products are scored by each and the total is computed.
      </Alert>
      <Wide>
        <PlaceReason />
      </Wide>
    </FormSection>
  );
}

/** What readers are told where a product stands above one with a higher score, or the best overall below the first place. */
function PlaceReason() {
  return (
    <FormSection title="Another place" help="Only where the order does not follow the scores; readers see the reason.">
      <TextInput
        name="rank_reason"
        label="Why it stands here"
        help="Needed in a public guide for a product above one with a higher score, and for a best overall that is not the first."
        rows={2}
      />
    </FormSection>
  );
}

/** What the scores come to while they are typed, with the arithmetic that readers can do again. */
function Total({ rubric }: Props) {
  const [scores, typed] = useWatch<ItemValues, ['scores', 'score']>({ name: ['scores', 'score'] });
  const tenths = toTenths(scores);
  const parts = scoresOf(rubric, tenths);
  const total = totalScore(rubric, tenths);
  const left = rubric.filter(({ key }) => tenths[key] === undefined).length;
  const instead = toTenths({ typed })['typed'];
  return (
    <Box
      role="status"
      sx={{
        p: 2,
        mb: 2,
        borderRadius: `${radius.control}px`,
        backgroundColor: colors.surface,
        border: 1,
        borderColor: 'divider',
      }}
    >
      {parts === undefined || total === undefined ? (
        <Typography variant="body2">
          The total comes once every criterion is scored: {left} {left === 1 ? 'is' : 'are'} left.
        </Typography>
      ) : (
        <>
          <Typography sx={{ fontWeight: 600, textDecoration: instead === undefined ? 'none' : 'line-through' }}>
            Computed total: {points(total)} / 10
          </Typography>
          <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            ({parts.map((part) => `${part.criterion.weight} × ${points(part.tenths)}`).join(' + ')}) ÷{' '}
            {parts.reduce((sum, part) => sum + part.criterion.weight, 0)}
          </Typography>
        </>
      )}
      {instead !== undefined && (
        <Typography variant="body2" sx={{ color: colors.warning, fontWeight: 600 }}>
          Readers see {points(instead)} / 10 and your reason.
        </Typography>
      )}
    </Box>
  );
}

const points = (tenths: number): string => (tenths / 10).toFixed(1);

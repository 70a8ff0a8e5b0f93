import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useFormContext, useWatch } from 'react-hook-form';
import { CopyField } from '../../../../platform/web/ui/CopyField.tsx';
import { DateTime } from '../../../../platform/web/ui/DateTime.tsx';
import type { Named } from '../../../../platform/web/ui/filters/use-found.ts';
import { RecordInput } from '../../../../platform/web/ui/filters/RecordInput.tsx';
import { FormSection } from '../../../../platform/web/ui/form/FormSection.tsx';
import { SelectInput } from '../../../../platform/web/ui/inputs/SelectInput.tsx';
import { TextInput } from '../../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../../platform/web/ui/table/cells/Wide.tsx';
import { sourceQueries } from '../../../sources/web/client.ts';
import type { Link } from '../../contract.ts';
import { STATUS_CHOICES } from '../link-choices.ts';
import type { LinkValues } from './link-form.ts';

type Props = {
  /** That of the link as it is saved, perhaps archived since. */
  source: Named | undefined;
  /** Where the short address begins. */
  origin: string;
  /** The slug that ads use now; undefined for a new link. */
  savedSlug: string | undefined;
  /** Slugs of before that still lead here. */
  formerSlugs: Link['former_slugs'];
  /** Free slugs, once the wanted one was refused. */
  suggestions: readonly string[];
};

/** Name, source and the short address as it is typed. */
export function LinkGeneralTab({ source, origin, savedSlug, formerSlugs, suggestions }: Props) {
  const { setValue } = useFormContext<LinkValues>();
  const slug = useWatch<LinkValues, 'slug'>({ name: 'slug' }).trim().toLowerCase();

  const handleSuggestion = (free: string) => setValue('slug', free, { shouldDirty: true, shouldValidate: true });

  return (
    <FormSection>
      <Wide>
        <TextInput name="name" label="Name" help="Only you see it." isRequired autoFocus />
      </Wide>
      <RecordInput
        name="traffic_source_id"
        label="Traffic source"
        help="Whom you pay for these visitors."
        placeholder="No source"
        queries={sourceQueries}
        known={[source]}
        isText
      />
      <SelectInput
        name="status"
        label="Status"
        help="Paused sends every visit to the fallback."
        options={STATUS_CHOICES}
      />
      <Wide>
        <TextInput
          name="slug"
          label="Slug"
          help={
            savedSlug
              ? 'The end of the short address.'
              : 'The end of the short address. Blank: 7 characters are made up.'
          }
          isRequired={savedSlug !== undefined}
          placeholder="spring-sale"
          isMono
        />
      </Wide>
      {suggestions.length > 0 && (
        <Wide>
          <Box role="group" aria-label="Free slugs" sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {suggestions.map((free) => (
              <Chip key={free} label={free} variant="outlined" onClick={() => handleSuggestion(free)} />
            ))}
          </Box>
        </Wide>
      )}
      {slug && (
        <Wide>
          <CopyField label="Short URL" value={`${origin}/go/${slug}`} />
        </Wide>
      )}
      {savedSlug && slug !== savedSlug && (
        <Wide>
          <Alert severity="info">
            /go/{savedSlug} leads here for 90 more days, so ads that run keep working. Change them in that time: after
            it another link may have that slug.
          </Alert>
        </Wide>
      )}
      {formerSlugs.length > 0 && (
        <Wide>
          <Typography variant="body2" component="h3">
            Other slugs that lead here
          </Typography>
          <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
            {formerSlugs.map(({ slug: old, until }) => (
              <li key={old}>
                /go/{old},{' '}
                {until === null ? (
                  'for good'
                ) : (
                  <>
                    until <DateTime value={until} />
                  </>
                )}
              </li>
            ))}
          </Box>
        </Wide>
      )}
      <Wide>
        <TextInput name="tags" label="Tags" help="Separated by commas." />
      </Wide>
      <Wide>
        <TextInput name="notes" label="Notes" rows={3} />
      </Wide>
    </FormSection>
  );
}

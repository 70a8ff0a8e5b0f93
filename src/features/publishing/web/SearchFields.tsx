import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useWatch } from 'react-hook-form';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { SwitchInput } from '../../../platform/web/ui/inputs/SwitchInput.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { colors, radius } from '../../../platform/web/styles/tokens.ts';

type Props = {
  /** The address of the page as it would be with these edits. */
  address: string;
  /** Shown while the fields for search engines are blank. */
  title: string;
  description: string;
};

/** How the page stands in search results: `meta_title`, `meta_description`, `noindex`. */
export function SearchFields({ address, title, description }: Props) {
  const [metaTitle, metaDescription, isHidden] = useWatch({
    name: ['meta_title', 'meta_description', 'noindex'],
  }) as [string, string, boolean];
  return (
    <FormSection>
      <Wide>
        <Box
          component="figure"
          aria-label="As a search result"
          sx={{ m: 0, p: 1.5, border: `1px solid ${colors.line}`, borderRadius: `${radius.control}px` }}
        >
          {isHidden ? (
            <Typography variant="body2">Search engines are asked not to show this page.</Typography>
          ) : (
            <>
              <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {address}
              </Typography>
              <Typography sx={{ color: colors.info, fontSize: '1.125rem', overflowWrap: 'anywhere' }}>
                {metaTitle || title || 'Without a title'}
              </Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {metaDescription || description}
              </Typography>
            </>
          )}
        </Box>
      </Wide>
      <Wide>
        <TextInput
          name="meta_title"
          label="Title for search engines"
          help={`Blank: the title of the page. ${(metaTitle ?? '').length} of 70 characters.`}
        />
      </Wide>
      <Wide>
        <TextInput
          name="meta_description"
          label="Description for search engines"
          rows={2}
          help={`Blank: the excerpt or the first words. ${(metaDescription ?? '').length} of 320 characters; about 155 are shown.`}
        />
      </Wide>
      <SwitchInput name="noindex" label="Keep out of search engines" />
    </FormSection>
  );
}

import { useWatch } from 'react-hook-form';
import { CopyField } from '../../../platform/web/ui/CopyField.tsx';
import { FormSection } from '../../../platform/web/ui/form/FormSection.tsx';
import { TextInput } from '../../../platform/web/ui/inputs/TextInput.tsx';
import { Wide } from '../../../platform/web/ui/table/cells/Wide.tsx';
import { UTM_KEYS } from '../contract.ts';
import { urlSuffix } from '../rules.ts';
import { ApplyToLinks } from './ApplyToLinks.tsx';
import { ParametersEditor } from './ParametersEditor.tsx';
import type { SourceValues } from './source-form.ts';

type Props = {
  /** Tracking links that name the source already. */
  linksCount: number;
};

const READ_BY = ['click_id_param', 'parameters', 'utm_defaults'] as const;

/** How visits of this source are told apart, and what to paste behind its ad URLs. */
export function SourceTrackingTab({ linksCount }: Props) {
  const [param, token, parameters, utm] = useWatch<
    SourceValues,
    ['click_id_param', 'click_id_token', 'parameters', 'utm_defaults']
  >({ name: ['click_id_param', 'click_id_token', 'parameters', 'utm_defaults'] });
  const suffix = urlSuffix({ click_id_param: param, click_id_token: token, parameters, utm_defaults: utm });
  return (
    <>
      <FormSection>
        <TextInput
          name="click_id_param"
          label="Click id parameter"
          help="In which the source sends its own click id."
          isMono
        />
        <TextInput
          name="click_id_token"
          label="Click id token"
          help="What the source replaces by it. Blank where it adds the parameter itself."
          isMono
        />
        <Wide>
          <ParametersEditor />
        </Wide>
        <ApplyToLinks linksCount={linksCount} readBy={READ_BY} />
      </FormSection>
      <FormSection title="UTM values" help="Written behind ad URLs, and taken for visits that bring none.">
        {UTM_KEYS.map((key) => (
          <TextInput key={key} name={`utm_defaults.${key}`} label={key} isMono />
        ))}
      </FormSection>
      <FormSection>
        <Wide>
          <CopyField
            label="URL suffix"
            value={suffix}
            help="Paste it behind the tracking link in your ads, after a ? (or an & where the link has one). The source replaces the tokens."
          />
        </Wide>
      </FormSection>
    </>
  );
}

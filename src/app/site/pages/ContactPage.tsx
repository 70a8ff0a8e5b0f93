import { Document } from '../frame/Document.tsx';
import { Icon } from '../frame/Icon.tsx';
import type { ContactProps, Shell } from '../props.ts';

type Props = ContactProps & { shell: Shell };

/** A plain form that works without a script; what was typed stays when something is wrong with it. */
export function ContactPage({ shell, isSent, values, errors }: Props) {
  const head = {
    title: 'Contact',
    description: `Write to ${shell.brand}: corrections, questions and business requests.`,
    path: '/contact',
  };
  const isRefused = Object.keys(errors).length > 0;
  const field = (name: 'name' | 'email', label: string, type: string) => (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input id={name} name={name} type={type} autoComplete={name} {...state(name, values[name])} />
      <Reasons name={name} errors={errors} />
    </div>
  );
  const state = (name: 'name' | 'email' | 'message', value: string) => ({
    required: true,
    defaultValue: value,
    ...(errors[name] ? { 'aria-invalid': true, 'aria-describedby': `${name}-error` } : {}),
  });
  return (
    <Document shell={shell} head={head}>
      <header className="title-block">
        <div className="wrap">
          <h1>Contact us</h1>
          {!isSent && (
            <p className="lede">
              Found a mistake, a price that is out of date or a claim that goes too far? Tell us which page it is on,
              and we will check it.
            </p>
          )}
        </div>
      </header>
      <div className="wrap page">
        {isSent ? (
          <div className="notice" role="status">
            <Icon name="check" />
            <div>
              <h2>Thank you, your message is with us.</h2>
              <p>We read every message. If yours needs an answer, it comes to the address you gave.</p>
              <p>
                <a href="/#guides">Back to the guides</a>
              </p>
            </div>
          </div>
        ) : (
          <div className="contact">
            <div className="prose">
              <h2>Before you write</h2>
              <p>Business requests are welcome too; they never change what a guide says.</p>
              <p>Please do not send details of your own health here. We cannot give medical advice.</p>
              {shell.contactEmail && (
                <p>
                  You can also write to <a href={`mailto:${shell.contactEmail}`}>{shell.contactEmail}</a>.
                </p>
              )}
            </div>
            <form className="form card" method="post" action="/contact" noValidate={isRefused}>
              {isRefused && (
                <p className="refusal" role="alert">
                  <Icon name="warning" />
                  {errors['form']?.join(' ') ?? 'Please correct the errors below. Your message has not been sent yet.'}
                </p>
              )}
              {field('name', 'Your name', 'text')}
              {field('email', 'Your e-mail address', 'email')}
              <div className="field">
                <label htmlFor="message">Your message</label>
                <textarea id="message" name="message" rows={7} {...state('message', values.message)} />
                <Reasons name="message" errors={errors} />
              </div>
              <div className="trap" aria-hidden="true">
                <label htmlFor="website">Leave this empty</label>
                <input id="website" name="website" type="text" tabIndex={-1} autoComplete="off" />
              </div>
              <button className="button" type="submit">
                Send message
              </button>
              <p className="soft">
                We keep your message only to answer it. See our <a href="/privacy">privacy page</a>.
              </p>
            </form>
          </div>
        )}
      </div>
    </Document>
  );
}

type ReasonsProps = { name: string; errors: Record<string, string[]> };

function Reasons({ name, errors }: ReasonsProps) {
  const reasons = errors[name];
  if (!reasons) return null;
  return (
    <p className="field-error" id={`${name}-error`}>
      <Icon name="warning" />
      {reasons.map((reason) => reason.charAt(0).toUpperCase() + reason.slice(1)).join(' ')}
    </p>
  );
}

// A modal opened by the bot. It covers its own pane only; the other pane stays usable.
import { el, freshId, iconButton } from './dom.js';
import { markdown } from './markdown.js';

export class Modal {
  constructor(pane, { interaction_id, title, components }) {
    this.pane = pane;
    this.before = document.activeElement;
    const { words } = pane;
    const heading = freshId('modal');
    this.fields = new Map();
    this.error = el('p.failure', { role: 'alert' });
    this.send = el('button.component.primary', { type: 'submit' }, words.submit);
    this.form = el('form', {
      novalidate: true,
      onsubmit: (event) => { event.preventDefault(); this.submit(interaction_id); },
    },
    el('div.modal-fields', {}, components.map((component) => this.part(component)), this.error),
    el('footer', {}, el('button.component.secondary', { type: 'button', onclick: () => this.close() }, words.cancel), this.send));
    this.dialog = el('dialog.modal', { 'aria-labelledby': heading, 'aria-modal': 'true', onkeydown: (event) => this.keys(event) },
      el('header', {}, el('h2', { id: heading }, title), iconButton('close', words.close, () => this.close())), this.form);
    this.veil = el('div.veil', {}, this.dialog);
    pane.el.append(this.veil);
    pane.body.inert = true;
    this.dialog.show();
    (this.fields.values().next().value ?? this.send).focus();
  }

  part(component) {
    if (component.type === 1) return component.components.map((inner) => this.part(inner));
    if (component.type === 18) return this.field(component.component, component.label, component.description);
    if (component.type === 10) return markdown(component.content, this.pane);
    return this.field(component, component.label);
  }

  field(component, label, description) {
    if (component?.type !== 4) return el('p.unknown', {}, this.pane.words.unknownComponent(component?.type));
    const long = component.style === 2;
    const required = component.required ?? true;
    const input = el(long ? 'textarea' : 'input', {
      type: long ? null : 'text', rows: long ? 5 : null, required, value: component.value ?? '',
      placeholder: component.placeholder, minlength: component.min_length, maxlength: component.max_length, autocomplete: 'off',
    });
    this.fields.set(component.custom_id, input);
    return el('label.modal-field', {},
      el('span.modal-label', {}, label, required && el('span.required', { 'aria-hidden': 'true' }, ' *')),
      description && el('span.modal-hint', {}, description), input);
  }

  keys(event) {
    if (event.key === 'Escape') {
      event.stopPropagation();
      return this.close();
    }
    if (event.key !== 'Tab') return;
    const stops = [...this.dialog.querySelectorAll('button, input, textarea')].filter((node) => !node.disabled);
    const [edge, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
    if (document.activeElement !== edge) return;
    event.preventDefault();
    to.focus();
  }

  async submit(interaction_id) {
    const { words } = this.pane;
    for (const [, input] of this.fields) {
      const length = input.value.length;
      const problem = (input.required && !input.value.trim() && words.needed)
        || (length > 0 && input.minLength > length && words.tooShort(input.minLength));
      if (!problem) continue;
      this.error.textContent = problem;
      return input.focus();
    }
    this.busy(true);
    const values = Object.fromEntries([...this.fields].map(([id, input]) => [id, input.value]));
    try {
      const answer = await this.pane.request('submit', { interaction_id, values });
      this.pane.expect(answer.interaction_id, (failed) => (failed ? this.fail(words.modalFailed) : this.close()));
    } catch (error) {
      this.fail(error.message || words.unreachable);
    }
  }

  busy(on) {
    this.send.disabled = on;
    this.send.classList.toggle('pending', on);
    if (on) this.error.textContent = '';
  }

  fail(text) {
    this.busy(false);
    this.error.textContent = text;
  }

  close() {
    this.veil.remove();
    this.pane.body.inert = false;
    this.pane.modal = null;
    if (this.before?.isConnected) this.before.focus();
    else this.pane.composer.focus();
  }
}

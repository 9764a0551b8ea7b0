// People, who do what a person can do on the page of the local Discord.

export class World {
  constructor(address) {
    this.address = address;
  }

  async call(path, body) {
    const response = await fetch(this.address + path, body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path} ${JSON.stringify(body)}: ${answer.message}`);
    return answer;
  }

  misbehave(verb, details) {
    return this.call('/sandbox/misbehave', { do: verb, ...details });
  }

  async people() {
    const { people } = await this.call('/sandbox/state');
    return people.map((person) => new Person(this, person));
  }
}

class Person {
  constructor(world, { id, global_name: name }) {
    this.world = world;
    this.id = id;
    this.name = name;
  }

  act(verb, details) {
    return this.world.call('/sandbox/do', { as: this.id, do: verb, ...details });
  }

  state() {
    return this.world.call(`/sandbox/state?as=${this.id}`);
  }

  async channel(name) {
    const { servers } = await this.state();
    return servers.flatMap(({ channels }) => channels).find((channel) => channel.name === name);
  }

  async command(channel, name) {
    const commands = await this.world.call(`/sandbox/commands?as=${this.id}&channel=${channel}`);
    const command = commands.find((one) => one.name === name);
    if (!command) throw new Error(`there is no /${name} for ${this.name}`);
    return command.id;
  }

  async types(channel, name, options = []) {
    return this.act('command', { channel_id: channel, command_id: await this.command(channel, name), options });
  }

  async completes(channel, name, options) {
    const { choices } = await this.act('complete', { channel_id: channel, command_id: await this.command(channel, name), options });
    return choices;
  }

  reads(channel) {
    return this.world.call(`/sandbox/messages?as=${this.id}&channel=${channel}`);
  }

  /** The newest message for which something is so, as soon as there is one. */
  async sees(channel, what, isMeant) {
    return until(what, async () => (await this.reads(channel)).findLast(isMeant));
  }
}

/** What a look finds, as soon as it finds anything. */
export async function until(what, look) {
  for (let tries = 0; tries < 200; tries++) {
    const found = await look();
    if (found) return found;
    await new Promise((resolve) => { setTimeout(resolve, 25); });
  }
  throw new Error(`in vain: ${what}`);
}

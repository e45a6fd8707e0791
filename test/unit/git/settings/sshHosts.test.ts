import assert from "node:assert/strict";
import { after, before, describe, it } from "mocha";
import { findRepositories } from "../../../../src/git/repositories/repositories.ts";
import { SshHosts } from "../../../../src/git/settings/sshHosts.ts";
import { makeTemporaryFolder, type TemporaryFolder } from "../temporaryRepositories.ts";

describe("the hosts behind names in ~/.ssh/config", () => {
  let temporary: TemporaryFolder;
  before(() => {
    temporary = makeTemporaryFolder();
  });
  after(() => temporary.remove());

  let count = 0;
  const hostsOf = (files: Readonly<Record<string, string>>) => {
    const home = temporary.write(`home${count++}`, files);
    return { home, hosts: new SshHosts({ HOME: home }) };
  };

  const config = `
# a comment
Host github-ferry
  HostName github.com
  User git
Host work work-*  !work-old
  hostname = "git.example.com"
host *.corp
  HostName %h.example.org
  HostName never.example.org
Match host matched exec "touch ran"
  HostName nowhere.example.com
Host door
\tHostName ssh.github.com\r
\tPort 443
Host *
  ServerAliveInterval 60
`;
  for (const [name, host] of [
    ["github-ferry", "github.com"],
    ["GitHub-Ferry", "github.com"],
    ["work", "git.example.com"],
    ["work-new", "git.example.com"],
    ["work-old", "work-old"],
    ["git.corp", "git.corp.example.org"],
    ["matched", "matched"],
    ["door", "ssh.github.com"],
    ["github.com", "github.com"],
  ] as const)
    it(`is ${host} for ${name}`, async () => {
      assert.equal(await hostsOf({ ".ssh/config": config }).hosts.hostOf(name), host);
    });

  it("are read from included files, too", async () => {
    const { hosts } = hostsOf({
      ".ssh/config": "Include config.d/* ~/.ssh/more missing\nHost last\n  HostName last.example.com\n",
      ".ssh/config.d/a": "Host a\n  HostName a.example.com\n",
      ".ssh/config.d/b": "Host b\n  HostName b.example.com\nInclude config\n",
      ".ssh/more": "Host c\n  HostName c.example.com\n",
    });
    for (const name of ["a", "b", "c", "last"]) assert.equal(await hosts.hostOf(name), `${name}.example.com`);
    assert.equal(await hosts.hostOf("d"), "d");
  });

  it("are the given ones without such a file", async () => {
    assert.equal(await hostsOf({}).hosts.hostOf("work"), "work");
  });

  it("name the repository", async () => {
    const { home } = hostsOf({ ".ssh/config": config });
    const root = temporary.commit("boats", { "a.ts": "" }, { remote: "git@github-ferry:ferry/boats.git" });
    const old = process.env["HOME"];
    process.env["HOME"] = home;
    try {
      const [repository] = await findRepositories([root]);
      assert.equal(repository?.name, "github.com/ferry/boats");
      assert.deepEqual(repository.otherNames, ["github-ferry/ferry/boats"]);
    } finally {
      process.env["HOME"] = old;
    }
  });
});

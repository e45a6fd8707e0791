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

  it("are read from folders with stars in their names, too", async () => {
    const { hosts } = hostsOf({
      ".ssh/config": "Include */hosts ~/.ssh/clients/*/[ab]*.conf\n",
      ".ssh/one/hosts": "Host one\n  HostName one.example.com\n",
      ".ssh/two/hosts": "Host two\n  HostName two.example.com\n",
      ".ssh/.hidden/hosts": "Host hidden\n  HostName hidden.example.com\n",
      ".ssh/clients/x/a.conf": "Host three\n  HostName three.example.com\n",
      ".ssh/clients/x/c.conf": "Host other\n  HostName other.example.com\n",
    });
    for (const name of ["one", "two", "three"]) assert.equal(await hosts.hostOf(name), `${name}.example.com`);
    for (const name of ["hidden", "other"]) assert.equal(await hosts.hostOf(name), name);
  });

  it("are those of an included file only where it is included for the name", async () => {
    const { hosts } = hostsOf({
      ".ssh/config": [
        "Host harbour",
        "  Include inner",
        "  User ada",
        "  HostName harbour.example.com",
        "Host mast",
        "  Include mast",
        "Match all",
        "  Include inner",
        "Host *",
        "  Include last",
      ].join("\n"),
      ".ssh/inner": "Host sail harbour\n  Port 1\nInclude deeper\nHost quay\n  HostName quay.example.com\n",
      ".ssh/deeper": "Host *\n  HostName deeper.example.com\n",
      ".ssh/mast": "HostName mast.example.com\n",
      ".ssh/last": "Host sail\n  HostName last.example.com\nHost quay\n  Port 2\n",
    });
    assert.equal(await hosts.hostOf("sail"), "last.example.com");
    assert.equal(await hosts.hostOf("quay"), "quay");
    assert.equal(await hosts.hostOf("harbour"), "deeper.example.com");
    assert.equal(await hosts.hostOf("mast"), "mast.example.com");
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

import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { repositoryNameOf, repositoryNamesOf, sshHostOf } from "../../../../src/git/repositories/remoteName.ts";

describe("the name of a repository", () => {
  const named = {
    "https://github.com/owner/name.git": "github.com/owner/name",
    "https://github.com/owner/name": "github.com/owner/name",
    "https://github.com/owner/name/": "github.com/owner/name",
    "https://user:secret@GitHub.com:8443/Owner/Name.git/": "github.com/Owner/Name",
    "http://host/name": "host/name",
    "git+https://host/owner/name.git": "host/owner/name",
    "ssh://git@host.example:22/owner/name.git": "host.example/owner/name",
    "ssh://host/~user/name": "host/~user/name",
    "git://host/owner/name.git": "host/owner/name",
    "git@github.com:owner/name.git": "github.com/owner/name",
    "github.com:owner/name": "github.com/owner/name",
    "git@host:/srv/git/name.git": "host/srv/git/name",
    "git@gitlab.com:group/sub/name.git": "gitlab.com/group/sub/name",
    "https://org@dev.azure.com/org/project/_git/name": "dev.azure.com/org/project/_git/name",
    "ssh://git@[::1]:2222/owner/name": "[::1]/owner/name",
    "https://dev.azure.com/org/My%20Project/_git/name": "dev.azure.com/org/My Project/_git/name",
    "https://host/100%/name": "host/100%/name",
    "git@host:100%25/name": "host/100%25/name",
    "HTTPS://host/name.GIT": "host/name",
    "ssh://jane@example.com@source.example:2022/p/name": "source.example/p/name",
    "jane@example.com@source.example:p/name": "source.example/p/name",
    "https://user:p@ss@secret@github.com/owner/name.git": "github.com/owner/name",
    "https://github.com/owner/name@2": "github.com/owner/name@2",
  };
  for (const [remote, name] of Object.entries(named)) {
    it(`is ${name} for ${remote}`, () => {
      assert.equal(repositoryNameOf(remote), name);
    });
  }
  for (const remote of [
    "/srv/git/name.git",
    "../name",
    "./name",
    "~/name",
    "C:\\code\\name",
    "C:/code/name",
    "file:///srv/name",
    "name",
    "",
  ]) {
    it(`is unknown for ${remote || "nothing"}, which has no host`, () => {
      assert.equal(repositoryNameOf(remote), undefined);
    });
  }

  const withPorts = {
    "https://host:8443/owner/name.git": ["host/owner/name", "host:8443/owner/name", "host-8443/owner/name"],
    "ssh://git@Host:7999/proj/name.git": ["host/proj/name", "host:7999/proj/name", "host-7999/proj/name"],
    "ssh://host:/name": ["host/name"],
    "https://host/name": ["host/name"],
    "git@host:8443/name": ["host/8443/name"],
    "ssh://git@ssh.github.com:443/owner/name.git": [
      "github.com/owner/name",
      "ssh.github.com/owner/name",
      "ssh.github.com:443/owner/name",
      "ssh.github.com-443/owner/name",
    ],
    "git@ssh.github.com:owner/name.git": ["github.com/owner/name", "ssh.github.com/owner/name"],
    "git@altssh.gitlab.com:group/sub/name": ["gitlab.com/group/sub/name", "altssh.gitlab.com/group/sub/name"],
    "git@altssh.bitbucket.org:owner/name.git": ["bitbucket.org/owner/name", "altssh.bitbucket.org/owner/name"],
    "git@ssh.dev.azure.com:v3/org/My%20Project/name": [
      "ssh.dev.azure.com/v3/org/My%20Project/name",
      "dev.azure.com/org/My Project/name",
    ],
    "ssh://git@ssh.dev.azure.com/v3/org/project/name": [
      "ssh.dev.azure.com/v3/org/project/name",
      "dev.azure.com/org/project/name",
    ],
    "org@vs-ssh.visualstudio.com:v3/org/project/name": [
      "vs-ssh.visualstudio.com/v3/org/project/name",
      "dev.azure.com/org/project/name",
    ],
    "https://dev.azure.com/org/My%20Project/_git/name": [
      "dev.azure.com/org/My Project/_git/name",
      "dev.azure.com/org/My Project/name",
    ],
    "https://dev.azure.com/org/_git/name": [
      "dev.azure.com/org/_git/name",
      "dev.azure.com/org/name",
      "dev.azure.com/org/name/name",
    ],
    "https://org.visualstudio.com/DefaultCollection/project/_git/name": [
      "org.visualstudio.com/DefaultCollection/project/_git/name",
      "dev.azure.com/org/project/name",
      "org.visualstudio.com/project/name",
    ],
    "https://org.visualstudio.com/_git/name": [
      "org.visualstudio.com/_git/name",
      "dev.azure.com/org/name",
      "dev.azure.com/org/name/name",
      "org.visualstudio.com/name",
    ],
    "https://tfs.example.com/tfs/Collection/project/_git/name": [
      "tfs.example.com/tfs/Collection/project/_git/name",
      "tfs.example.com/tfs/Collection/project/name",
    ],
    "https://git.example.com/scm/PROJ/name.git": ["git.example.com/scm/PROJ/name", "git.example.com/PROJ/name"],
    "https://git.example.com/scm/~ada/name.git": ["git.example.com/scm/~ada/name", "git.example.com/~ada/name"],
    "https://example.com/bitbucket/scm/PROJ/name.git": [
      "example.com/bitbucket/scm/PROJ/name",
      "example.com/PROJ/name",
      "example.com/bitbucket/PROJ/name",
    ],
    "https://github.com/scm/name": ["github.com/scm/name"],
    "file:///srv/name": [],
  };
  for (const [remote, names] of Object.entries(withPorts)) {
    it(`is one of ${String(names.length)} for ${remote}`, () => {
      assert.deepEqual(repositoryNamesOf(remote), names);
    });
  }

  it("is that at the host which SSH connects to, if an address has the user's name for it", () => {
    assert.deepEqual(repositoryNamesOf("git@work:owner/name.git", "github.com"), ["github.com/owner/name"]);
    assert.equal(repositoryNamesOf("ssh://git@work:443/owner/name.git", "ssh.github.com")[0], "github.com/owner/name");
    assert.equal(sshHostOf("git@work:owner/name"), "work");
    assert.equal(sshHostOf("ssh://git@work:443/owner/name"), "work");
    for (const other of ["https://work/owner/name", "/srv/git", "C:\\code", "git://work/name"])
      assert.equal(sshHostOf(other), undefined);
  });
});

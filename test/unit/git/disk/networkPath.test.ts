import assert from "node:assert/strict";
import path from "node:path";
import { describe, it } from "mocha";
import { ConfigFiles } from "../../../../src/git/settings/configuration.ts";
import type { Disk } from "../../../../src/git/disk/disk.ts";
import { findGitFolder, readRemotes, readSubmodulePaths } from "../../../../src/git/repositories/gitFolder.ts";
import { networkPlace } from "../../../../src/git/disk/networkPath.ts";

/** The files of a Windows machine at some paths, and everything that was asked of it. */
function windowsDisk(files: Readonly<Record<string, string>>, links: Readonly<Record<string, string>> = {}) {
  const asked: string[] = [];
  const behindLinks = (file: string): string => {
    const link = Object.keys(links).find((at) => file === at || file.startsWith(`${at}\\`));
    return link === undefined
      ? file
      : behindLinks(path.win32.resolve(link, "..", `${links[link]}${file.slice(link.length)}`));
  };
  const reach = (file: string): string => {
    const real = behindLinks(file);
    asked.push(file, real);
    return real;
  };
  const disk: Disk = {
    path: path.win32,
    read: (file) => Promise.resolve(files[reach(file)]),
    isFile: (file) => Promise.resolve(files[reach(file)] !== undefined),
    realPath: (file) => Promise.resolve(reach(file)),
    readLink: (file) => {
      asked.push(file);
      return Promise.resolve(links[file]);
    },
  };
  const askedOf = (place: string | undefined): string[] =>
    asked.filter((file) => networkPlace(file, path.win32) !== place).filter((file) => file.startsWith("\\"));
  return { disk, asked, askedOf };
}

const CONFIG = '[remote "origin"]\n\turl = https://github.com/owner/name\n';
const HOSTILE = [
  String.raw`\\attacker.example\share\x`,
  "//attacker.example/share/x",
  String.raw`/\attacker.example\share/x`,
  String.raw`\/attacker.example/share/x`,
  String.raw`\\attacker.example@SSL@8443\DavWWWRoot\x`,
  String.raw`\\?\UNC\attacker.example\share\x`,
  "//?/UNC/attacker.example/share/x",
  String.raw`\\.\UNC\attacker.example\share\x`,
  String.raw`\\?\unc\attacker.example\share\x`,
  String.raw`\\?\GLOBALROOT\Device\Mup\attacker.example\share\x`,
  String.raw`\\.\GLOBALROOT\Device\Mup\attacker.example\share\x`,
  String.raw`\\.\pipe\attacker`,
  String.raw`\\files.example\other\x`,
  String.raw`\\files.example.attacker.example\code\x`,
];

describe("the place of a path on the network", () => {
  for (const [file, place] of [
    [String.raw`C:\code\repo`, undefined],
    ["C:/code/repo", undefined],
    [String.raw`\code\repo`, undefined],
    [String.raw`..\code`, undefined],
    ["", undefined],
    [String.raw`\\Files.example\Code\repo`, String.raw`\\files.example\code`],
    ["//files.example/code/repo", String.raw`\\files.example\code`],
    [String.raw`\\files.example\\code\repo`, String.raw`\\files.example\code`],
    [String.raw`\\?\UNC\files.example\code\repo`, String.raw`\\files.example\code`],
    [String.raw`\??\UNC\files.example\code\repo`, String.raw`\\files.example\code`],
    [String.raw`\\?\C:\code`, String.raw`\\?\c:\code`],
    [String.raw`\\.\pipe\name`, String.raw`\\.\pipe\name`],
    [String.raw`\\files.example`, String.raw`\\files.example`],
    [String.raw`\\wsl.localhost\Debian\home`, String.raw`\\wsl.localhost\debian`],
  ] as const) {
    it(`of ${JSON.stringify(file)} is ${place ?? "this machine"}`, () => {
      assert.equal(networkPlace(file, path.win32), place);
    });
  }

  it("is this machine for all paths where they have no backslashes", () => {
    for (const file of HOSTILE) assert.equal(networkPlace(file, path.posix), undefined);
  });
});

describe("a repository that names other machines", () => {
  const root = String.raw`C:\code\repo`;
  const settings = { GIT_CONFIG_NOSYSTEM: "1" };

  it("is read on Windows as it is anywhere else", async () => {
    const { disk } = windowsDisk({
      [String.raw`C:\code\repo\.git`]: "gitdir: ../main/.git/worktrees/repo\n",
      [String.raw`C:\code\main\.git\worktrees\repo\HEAD`]: "ref: refs/heads/main\n",
      [String.raw`C:\code\main\.git\worktrees\repo\commondir`]: "../..\n",
      [String.raw`C:\code\main\.git\config`]: "[include]\n\tpath = ../more\n",
      [String.raw`C:\code\main\more`]: CONFIG,
    });
    const folder = await findGitFolder(root, disk);
    assert.equal(folder, String.raw`C:\code\main\.git\worktrees\repo`);
    const remotes = await readRemotes(folder, new ConfigFiles(settings, String.raw`C:\Users\me`, disk));
    assert.deepEqual(
      remotes?.map(({ url }) => url),
      ["https://github.com/owner/name"],
    );
  });

  for (const target of HOSTILE) {
    it(`asks none of them, where it names ${target}`, async () => {
      const home = String.raw`C:\Users\me`;
      const pointer = windowsDisk({ [String.raw`${root}\.git`]: `gitdir: ${target}\n` });
      assert.equal(await findGitFolder(root, pointer.disk), undefined);
      assert.deepEqual(pointer.askedOf(undefined), []);

      const common = windowsDisk({
        [String.raw`${root}\.git\HEAD`]: "ref: refs/heads/main\n",
        [String.raw`${root}\.git\commondir`]: `${target}\n`,
      });
      await new ConfigFiles(settings, home, common.disk).of(String.raw`${root}\.git`);
      assert.deepEqual(common.askedOf(undefined), []);

      const written = target.replaceAll("\\", "\\\\");
      const included = windowsDisk({
        [String.raw`${root}\.git\config`]: `[include]\n\tpath = ${written}\n[includeIf "gitdir:**"]\n\tpath = "${written}"\n[extensions]\n\tworktreeConfig\n`,
        [String.raw`${root}\.git\config.worktree`]: `[include]\n\tpath = ${written}\n${CONFIG}`,
      });
      const { own } = await new ConfigFiles(settings, home, included.disk).of(String.raw`${root}\.git`);
      assert.equal(
        own.some(({ section }) => section === "remote"),
        true,
      );
      assert.deepEqual(included.askedOf(undefined), []);
    });
  }

  for (const target of HOSTILE) {
    it(`is none to run git in, where git would go to ${target} for its settings or objects`, async () => {
      const head = { [String.raw`${root}\.git\HEAD`]: "ref: refs/heads/main\n" };
      const alternatesOf = (name: string) => path.win32.join(String.raw`C:\code`, name, ".git/objects/info/alternates");
      for (const files of [
        { [String.raw`${root}\.git\commondir`]: `${target}\n` },
        { [alternatesOf("repo")]: `# a comment\n${target}\n` },
        { [alternatesOf("repo")]: `"${target.replaceAll("\\", "\\\\")}"\n` },
        {
          [alternatesOf("repo")]: "../../../near/.git/objects\n",
          [alternatesOf("near")]: `${target}\r\n`,
        },
      ]) {
        const { disk, askedOf } = windowsDisk({ ...head, ...files });
        assert.equal(await findGitFolder(root, disk), undefined, JSON.stringify(files));
        assert.deepEqual(askedOf(undefined), []);
      }
      const here = windowsDisk({ ...head, [alternatesOf("repo")]: "../../../near/.git/objects\n" });
      assert.equal(await findGitFolder(root, here.disk), String.raw`${root}\.git`);
    });
  }

  const gitFolder = String.raw`${root}\.git`;
  const LINKED: Readonly<Record<string, (disk: Disk) => Promise<unknown>>> = {
    ".git": (disk) => findGitFolder(root, disk),
    [String.raw`.git\HEAD`]: (disk) => findGitFolder(root, disk),
    [String.raw`.git\config`]: (disk) => new ConfigFiles(settings, "", disk).of(gitFolder),
    [String.raw`.git\commondir`]: (disk) => new ConfigFiles(settings, "", disk).of(gitFolder),
    ".gitmodules": (disk) => readSubmodulePaths(root, disk),
  };
  for (const [link, read] of Object.entries(LINKED)) {
    it(`asks none of them, where its ${link} is a link that leads there, at once or by another`, async () => {
      const target = String.raw`\\attacker.example\share\x`;
      const step = String.raw`C:\code\step`;
      for (const first of [target, step, String.raw`..\step`]) {
        const { disk, asked, askedOf } = windowsDisk({}, { [String.raw`${root}\${link}`]: first, [step]: target });
        await read(disk);
        assert.ok(asked.length > 0);
        assert.deepEqual(askedOf(undefined), [], first);
      }
    });
  }

  it("is read from the share that a person has opened, and asks no other", async () => {
    const shared = String.raw`\\Files.example\code\repo`;
    const files = {
      [String.raw`${shared}\.git`]: String.raw`gitdir: \\files.example\code\main\.git` + "\n",
      [String.raw`\\files.example\code\main\.git\HEAD`]: "ref: refs/heads/main\n",
    };
    assert.equal(await findGitFolder(shared, windowsDisk(files).disk), String.raw`\\files.example\code\main\.git`);
    for (const target of HOSTILE) {
      const { disk, askedOf } = windowsDisk({ [String.raw`${shared}\.git`]: `gitdir: ${target}\n` });
      assert.equal(await findGitFolder(shared, disk), undefined, target);
      assert.deepEqual(askedOf(String.raw`\\files.example\code`), []);
    }
  });

  it("is read where a link of the person's own leads to the share that it is on", async () => {
    const { disk } = windowsDisk(
      { [String.raw`\\files.example\code\repo\.git\HEAD`]: "ref: refs/heads/main\n" },
      { [String.raw`C:\code`]: String.raw`\\files.example\code` },
    );
    assert.equal(await findGitFolder(root, disk), String.raw`${root}\.git`);
  });

  it("does not keep a person's own settings from another machine", async () => {
    const { disk, asked } = windowsDisk({
      [String.raw`${root}\.git\HEAD`]: "ref: refs/heads/main\n",
      [String.raw`C:\Users\me\.gitconfig`]: "[include]\n\tpath = //files.example/team/gitconfig\n",
    });
    await new ConfigFiles(settings, String.raw`C:\Users\me`, disk).of(String.raw`${root}\.git`);
    assert.equal(asked.includes(String.raw`\\files.example\team\gitconfig`), true);
  });

  it("ends where its links lead to one another for ever", async () => {
    const { disk } = windowsDisk({}, {});
    const round: Disk = { ...disk, readLink: (file) => Promise.resolve(file.endsWith(".git") ? ".git" : undefined) };
    assert.equal(await findGitFolder(root, round), undefined);
  });
});
